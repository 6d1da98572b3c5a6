import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { embedJson } from '@portico/page-server'
import { type PageData, pageDataId } from '../page/pageData.ts'
import { legPaths } from '../social/legPaths.ts'
import type { Allowlist } from './createAllowlist.ts'
import { filePolicy, pagePolicy, toAncestors } from './policies.ts'

/** A file of the build. */
export type SiteFile = {
  type: string
  body: Buffer
  compressed?: { br: Buffer; gzip: Buffer } | undefined
}

type SentPage = {
  request: IncomingMessage
  response: ServerResponse
  page: WalletPage
  html: string
  query: string
}

type WalletPage = {
  file: string
  /** Pages of the project may embed it. */
  isFramed?: true
  /** It has no opener. */
  isAlone?: true
  /** It goes to a provider of social logins, or is where the provider returns: it is not alone, and never embedded. */
  isSocial?: true
  /** It logs in itself, with Farcaster too. */
  isManage?: true
}

/**
 * The pages by path. The window needs its opener, which is the frame, and the page of social logins finds the frame through its
 * opener; pages that are alone must not have one.
 */
const pages: Record<string, WalletPage> = {
  '/': { file: '/', isFramed: true },
  '/device': { file: '/device.html', isAlone: true },
  '/manage': { file: '/manage.html', isAlone: true, isManage: true },
  '/take': { file: '/manage.html', isAlone: true },
  '/window': { file: '/window.html' },
  '/social': { file: '/social.html', isSocial: true },
  ...Object.fromEntries(
    [...legPaths.keys()].map((path) => [path, { file: '/social.html', isSocial: true } as const]),
  ),
}

/** The page to which Apple returns with a form, and the maximum length of the form in bytes. */
const formPath = '/social/apple'
const maxFormBytes = 16 * 1024

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
  hsts = 'max-age=63072000',
}: {
  files: ReadonlyMap<string, SiteFile>
  allowlist: Pick<Allowlist, 'find'>
  /** Value of the header Strict-Transport-Security, sent if the gateway is behind TLS. */
  hsts?: string | undefined
  data: Omit<PageData, 'project' | 'isOpenedByUs' | 'posted'>
}): RequestListener {
  return (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('origin-agent-cluster', '?1')
    response.setHeader('permissions-policy', permissions)
    // Lets cross-origin isolated pages embed the wallet.
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    if (data.gatewayUrl.startsWith('https:')) response.setHeader('strict-transport-security', hsts)
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
    const isForm = request.method === 'POST' && path === formPath
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isForm) {
      response.setHeader('allow', 'GET, HEAD')
      return sendText(response, 405, 'Only GET and HEAD.\n')
    }
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    const file = files.get(page ? page.file : path)
    if (!file || (!page && path.endsWith('.html'))) return sendText(response, 404, 'Not found.\n')
    // Besides `frame-ancestors`: a browser says that it loads a frame, and then the page is not even sent.
    const isForFrame = /^(?:i?frame|embed|object|fencedframe)$/.test(`${request.headers['sec-fetch-dest']}`)
    if ((page?.isAlone || page?.isSocial) && isForFrame)
      return sendText(response, 403, 'This page is never embedded.\n')
    if (!page) return sendFile(request, response, file)
    const sent = { request, response, page, html: `${file.body}`, query }
    if (isForm) void sendForm(sent)
    else sendPage(sent)
  }

  async function sendForm(sent: SentPage): Promise<void> {
    const { request, response } = sent
    const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(`${request.headers['content-type']}`)
    if (!isEncoded) return sendText(response, 415, 'Only forms.\n')
    const posted = await readForm(request)
    if (posted === undefined) return sendText(response, 413, 'The form is too long.\n')
    sendPage(sent, posted)
  }

  function sendPage({ request, response, page, html, query }: SentPage, posted?: string): void {
    const { isFramed, isAlone, isSocial, isManage } = page
    const projectId = new URLSearchParams(query).get('projectId')
    const project = projectId === null ? undefined : allowlist.find(projectId)
    const { gatewayUrl, vaultUrl } = data
    const ancestors = isFramed && project ? toAncestors(project.origins) : []
    const { farcasterRelay } = data.social
    // Only the frame and the wallet's own page are clients of the relay.
    const relays = (isFramed || isManage) && farcasterRelay ? [farcasterRelay] : []
    const policy = pagePolicy({ html, gatewayUrl, vaultUrl, relays, ancestors })
    response.setHeader('content-security-policy', policy)
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    if (isAlone) response.setHeader('cross-origin-opener-policy', 'same-origin')
    // Browsers without this header are accepted by the window, which itself never signs, but not for a social login: whoever
    // opens that page with a fragment decides which frame is logged in.
    const unknownSite = isSocial ? 'none' : 'same-origin'
    const isOpenedByUs = (request.headers['sec-fetch-site'] ?? unknownSite) === 'same-origin'
    const value: PageData = {
      ...data,
      isOpenedByUs,
      ...(posted === undefined ? {} : { posted }),
      ...(project ? { project } : {}),
    }
    const body = embedJson(html, { id: pageDataId, value })
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/** Reads a form; undefined if it is too long or was not sent in full. */
async function readForm(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of request) {
      length += part.length
      // Read the rest, so that the answer is received, but keep none of it.
      if (length <= maxFormBytes) parts.push(part)
    }
  } catch {
    return undefined
  }
  return length > maxFormBytes ? undefined : `${Buffer.concat(parts)}`
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
