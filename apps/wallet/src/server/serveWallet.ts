import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { embedJson } from '@portico/page-server'
import { type PageData, pageDataId } from '../page/pageData.ts'
import type { Allowlist } from './createAllowlist.ts'
import { filePolicy, pagePolicy, toAncestors } from './policies.ts'

/** A file of the build. */
export type SiteFile = {
  type: string
  body: Buffer
  compressed?: { br: Buffer; gzip: Buffer } | undefined
}

type WalletPage = { file: string; isFramed?: true; isAlone?: true }

/** The pages by path. The window needs its opener, which is the frame; pages that are alone must not have one. */
const pages: Record<string, WalletPage> = {
  '/': { file: '/', isFramed: true },
  '/device': { file: '/device.html', isAlone: true },
  '/manage': { file: '/manage.html', isAlone: true },
  '/take': { file: '/manage.html', isAlone: true },
  '/window': { file: '/window.html' },
}

const disabledFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
].map((feature) => `${feature}=()`)
const permissions = [
  ...disabledFeatures,
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ')

/**
 * Serves the wallet's pages and files. Pages are generated for each request and must not be cached; file names contain a hash
 * of the content, so files may be cached for ever. Paths outside the list of files return 404.
 */
export function serveWallet({
  files,
  allowlist,
  data,
}: {
  files: ReadonlyMap<string, SiteFile>
  allowlist: Pick<Allowlist, 'find'>
  data: Omit<PageData, 'project' | 'isOpenedByUs'>
}): RequestListener {
  return (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('origin-agent-cluster', '?1')
    response.setHeader('permissions-policy', permissions)
    // Lets cross-origin isolated pages embed the wallet.
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    if (data.gatewayUrl.startsWith('https:'))
      response.setHeader('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return sendText(response, 405, 'Only GET and HEAD.\n')
    }
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    const file = files.get(page ? page.file : path)
    if (!file || (!page && path.endsWith('.html'))) return sendText(response, 404, 'Not found.\n')
    // Besides `frame-ancestors`: a browser says that it loads a frame, and then the page is not even sent.
    const isForFrame = /^(?:i?frame|embed|object|fencedframe)$/.test(`${request.headers['sec-fetch-dest']}`)
    if (page?.isAlone && isForFrame) return sendText(response, 403, 'This page is never embedded.\n')
    if (page) sendPage({ request, response, page, html: `${file.body}`, query })
    else sendFile(request, response, file)
  }

  function sendPage({
    request,
    response,
    page: { isFramed, isAlone },
    html,
    query,
  }: {
    request: IncomingMessage
    response: ServerResponse
    page: WalletPage
    html: string
    query: string
  }): void {
    const projectId = new URLSearchParams(query).get('projectId')
    const project = projectId === null ? undefined : allowlist.find(projectId)
    const { gatewayUrl, vaultUrl } = data
    const ancestors = isFramed && project ? toAncestors(project.origins) : []
    response.setHeader('content-security-policy', pagePolicy({ html, gatewayUrl, vaultUrl, ancestors }))
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    if (isAlone) response.setHeader('cross-origin-opener-policy', 'same-origin')
    // Browsers without this header are accepted: the window itself never signs.
    const isOpenedByUs = (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
    const value: PageData = { ...data, isOpenedByUs, ...(project ? { project } : {}) }
    const body = embedJson(html, { id: pageDataId, value })
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: SiteFile): void {
  const accepted = `${request.headers['accept-encoding'] ?? ''}`
  const encoding = file.compressed && /\bbr\b/.test(accepted) ? 'br' : undefined
  const body = encoding && file.compressed ? file.compressed[encoding] : file.body
  response.setHeader('content-security-policy', filePolicy)
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('vary', 'accept-encoding')
  if (encoding) response.setHeader('content-encoding', encoding)
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'cache-control': 'public, max-age=31536000, immutable',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.setHeader('content-security-policy', filePolicy)
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text)
}
