import { createHash, createHmac } from 'node:crypto'
import { BoundedMap, isEqualSecret } from '@portico/server'
import type { FetchRefusal, SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { type ContentGateways, toWebUrls } from '../../infra/egress/toWebUrls.ts'
import { readDataUri } from '../../infra/text/readDataUri.ts'
import type { BlobStore, StoredBlob } from './BlobStore.ts'
import { identifyImage, rasterTypes } from './identifyImage.ts'
import { isInertSvg } from './isInertSvg.ts'

/** Query of `/v1/image`: an image by its URI, or an image that was embedded in a record by its hash. */
export type ImageQuery = { url?: string | undefined; id?: string | undefined; sig: string }

export type ImageService = {
  /**
   * Returns the URL under which a page can load an image of a contract or record: a small `data:` URI unchanged,
   * otherwise a signed path of this gateway. Null if it is not an image, or its URI cannot be fetched. Sends no
   * requests.
   */
  present(uri: string): Promise<string | null>
  /** Returns an image; undefined if the signature is wrong, or the image cannot be fetched or is not valid. */
  read(query: ImageQuery): Promise<StoredBlob | undefined>
}

/** Characters of a `data:` URI that is returned inline; larger images get a path. */
const maxInlineLength = 64 * 1024
const maxBytes = 5 * 1024 * 1024
const maxSide = 4096
const maxUriLength = 2048
const maxFailures = 5000
const firstRetryDelayMs = 60_000
const maxRetryDelayMs = 24 * 3_600_000
/** Includes generic types, which many IPFS gateways use; the content is checked anyway. */
const mediaTypes = [
  ...rasterTypes,
  'image/jpg',
  'image/svg+xml',
  'application/octet-stream',
  'binary/octet-stream',
]

/**
 * Creates the service that validates and proxies images of other servers, so that these do not learn who looks at an
 * NFT or a name. It fetches only signed URLs that the gateway itself returned, so it is not an open proxy. Images are
 * cached by URI without expiry.
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
  /** HMAC key of the path signatures. */
  secret: Buffer
  now?: () => number
}): ImageService {
  const failures = new BoundedMap<string, { count: number; until: number }>({ max: maxFailures })
  const pending = new Map<string, Promise<StoredBlob | undefined>>()

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
    const result = await fetchImage(uri)
    if (typeof result !== 'string') {
      failures.delete(key)
      await blobs.put(key, result)
      return result
    }
    // The gateway was busy: do not count this as a failure of the image.
    if (result === 'busy') return undefined
    const count = (failures.get(key)?.count ?? 0) + 1
    failures.delete(key)
    failures.set(key, {
      count,
      until: now() + Math.min(maxRetryDelayMs, firstRetryDelayMs * 4 ** (count - 1)),
    })
    return undefined
  }

  return {
    async present(uri) {
      if (/^data:/i.test(uri)) {
        if (!/^data:image\/[a-z0-9.+-]{1,40}[;,]/i.test(uri)) return null
        if (uri.length <= maxInlineLength) return uri
        const content = readDataUri(uri)
        const blob = content && check(content.bytes)
        if (!blob) return null
        const id = hash(blob.bytes)
        // Store it each time: it may have been evicted since, and the client is about to load it.
        if (!(await blobs.get(id))) await blobs.put(id, blob)
        return toPath('id', id)
      }
      return uri.length <= maxUriLength && toWebUrls(uri, gateways).length > 0 ? toPath('url', uri) : null
    },
    async read({ url, id, sig }) {
      if ((url === undefined) === (id === undefined)) return undefined
      const [kind, value] = url === undefined ? (['id', id ?? ''] as const) : (['url', url] as const)
      if (!isEqualSecret(sig, sign(kind, value))) return undefined
      const key = kind === 'id' ? value : hash(Buffer.from(value))
      const cached = await blobs.get(key)
      if (cached || kind === 'id') return cached
      if (now() < (failures.get(key)?.until ?? 0)) return undefined
      let loading = pending.get(key)
      if (!loading) {
        loading = load(value, key).finally(() => pending.delete(key))
        pending.set(key, loading)
      }
      return loading
    },
  }
}

/** Returns the image with its real media type; undefined if it is not an image, too large, or has active content. */
function check(bytes: Buffer): StoredBlob | undefined {
  const kind = identifyImage(bytes)
  if (kind)
    return kind.width <= maxSide && kind.height <= maxSide ? { mediaType: kind.mediaType, bytes } : undefined
  return isInertSvg(bytes) ? { mediaType: 'image/svg+xml; charset=utf-8', bytes } : undefined
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
