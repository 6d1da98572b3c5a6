import type { NftMetadata } from '../../chains/shared/providers/NftMetadata.ts'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { type ContentGateways, toWebUrls } from '../../infra/egress/toWebUrls.ts'
import { readNftMetadata } from './readNftMetadata.ts'

const maxBytes = 1024 * 1024
const mediaTypes = [
  'application/json',
  'application/ld+json',
  'text/json',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
]

/** Fetches metadata from the web, IPFS or Arweave. Returns undefined if no URL returns valid metadata. */
export async function fetchNftMetadata({
  uri,
  safeFetch,
  gateways,
}: {
  uri: string
  safeFetch: SafeFetch
  gateways: ContentGateways
}): Promise<NftMetadata | undefined> {
  for (const url of toWebUrls(uri, gateways)) {
    const result = await safeFetch.get({ url, mediaTypes, maxBytes })
    const metadata = result.ok ? readNftMetadata(result.bytes) : undefined
    if (metadata) return metadata
  }
  return undefined
}
