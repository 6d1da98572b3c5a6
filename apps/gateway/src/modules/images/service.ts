import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FetchRefusal, SafeFetch } from '../../egress/createSafeFetch.ts'
import { type ContentGateways, toWebUrls } from '../../egress/toWebUrls.ts'
import { readDataUri } from '../nfts/readDataUri.ts'
import type { BlobStore, StoredBlob } from './BlobStore.ts'
import { identifyImage, rasterTypes } from './identifyImage.ts'
import { isInertSvg } from './isInertSvg.ts'

/** What `/v1/image` is asked for: a picture by its URI, or one that was inside a record by its hash. */
export type ImageQuery = { url?: string | undefined; id?: string | undefined; sig: string }

export type ImageService = {
  /**
   * Where a page can show a picture that a contract or record names: the `data:` URI itself if it is small, else a signed
   * path of this gateway. Null if it is no picture, or one that nobody here may fetch. Fetches nothing.
   */
  present(uri: string): Promise<string | null>
  /** A picture this gateway has named; undefined if it has not, or the picture cannot be had or is not sound. */
  read(query: ImageQuery): Promise<StoredBlob | undefined>
}

/** What fits into a list; larger pictures travel apart. */
const maxInline = 64 * 1024
const maxBytes = 5 * 1024 * 1024
const maxSide = 4096
const maxUri = 2048
const maxFailures = 5000
const firstPause = 60_000
const longestPause = 24 * 3_600_000
/** Many servers of content-addressed files say no more than "bytes"; the bytes say the rest. */
const mediaTypes = [
  ...rasterTypes,
  'image/jpg',
  'image/svg+xml',
  'application/octet-stream',
  'binary/octet-stream',
]

/**
 * Pictures of elsewhere, so that looking at an NFT or a name tells nobody who looks. Only what this gateway has itself put
 * into an answer is fetched (the path is signed), so it is no open proxy. Pictures are kept by their address for good.
 */
export function createImageService({
  safeFetch,
  gateways,
  blobs,
  secret,
  now = Date.now,
}: {
  safeFetch: SafeFetch
  gateways: ContentGateways
  blobs: BlobStore
  /** Signs the paths. */
  secret: Buffer
  now?: () => number
}): ImageService {
  const failures = new Map<string, { count: number; until: number }>()
  const underWay = new Map<string, Promise<StoredBlob | undefined>>()

  const sign = (kind: 'url' | 'id', value: string) =>
    createHmac('sha256', secret).update(`${kind}\0${value}`).digest().subarray(0, 16).toString('base64url')
  const toPath = (kind: 'url' | 'id', value: string) =>
    `/v1/image?${new URLSearchParams({ [kind]: value, sig: sign(kind, value) })}`

  async function fetchImage(uri: string): Promise<StoredBlob | FetchRefusal> {
    let reason: FetchRefusal = 'url'
    for (const url of toWebUrls(uri, gateways)) {
      const result = await safeFetch.get({ url, mediaTypes, maxBytes })
      if (result.ok) return check(result.bytes) ?? 'type'
      reason = result.reason
    }
    return reason
  }

  async function load(uri: string, key: string): Promise<StoredBlob | undefined> {
    const found = await fetchImage(uri)
    if (typeof found !== 'string') {
      failures.delete(key)
      await blobs.put(key, found)
      return found
    }
    // Not the picture's fault.
    if (found === 'busy') return undefined
    const count = (failures.get(key)?.count ?? 0) + 1
    failures.delete(key)
    const oldest = failures.size >= maxFailures ? failures.keys().next().value : undefined
    if (oldest !== undefined) failures.delete(oldest)
    failures.set(key, { count, until: now() + Math.min(longestPause, firstPause * 4 ** (count - 1)) })
    return undefined
  }

  return {
    async present(uri) {
      if (/^data:/i.test(uri)) {
        if (!/^data:image\/[a-z0-9.+-]{1,40}[;,]/i.test(uri)) return null
        if (uri.length <= maxInline) return uri
        const content = readDataUri(uri)
        const blob = content && check(content.bytes)
        if (!blob) return null
        const id = hash(blob.bytes)
        // Each time: it may have made room for others since, and whoever reads the list is about to ask for it.
        if (!(await blobs.get(id))) await blobs.put(id, blob)
        return toPath('id', id)
      }
      return uri.length <= maxUri && toWebUrls(uri, gateways).length > 0 ? toPath('url', uri) : null
    },
    async read({ url, id, sig }) {
      if ((url === undefined) === (id === undefined)) return undefined
      const [kind, value] = url === undefined ? (['id', id ?? ''] as const) : (['url', url] as const)
      if (!isSame(sig, sign(kind, value))) return undefined
      const key = kind === 'id' ? value : hash(Buffer.from(value))
      const kept = await blobs.get(key)
      if (kept || kind === 'id') return kept
      if (now() < (failures.get(key)?.until ?? 0)) return undefined
      let loading = underWay.get(key)
      if (!loading) {
        loading = load(value, key).finally(() => underWay.delete(key))
        underWay.set(key, loading)
      }
      return loading
    },
  }
}

/** The picture under the name it really has; undefined if it is none, too large, or more than a picture. */
function check(bytes: Buffer): StoredBlob | undefined {
  const kind = identifyImage(bytes)
  if (kind)
    return kind.width <= maxSide && kind.height <= maxSide ? { mediaType: kind.mediaType, bytes } : undefined
  return isInertSvg(bytes) ? { mediaType: 'image/svg+xml; charset=utf-8', bytes } : undefined
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
