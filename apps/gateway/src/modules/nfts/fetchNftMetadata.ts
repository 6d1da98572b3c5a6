import type { SafeFetch } from '../../egress/createSafeFetch.ts'
import { type ContentGateways, toWebUrls } from '../../egress/toWebUrls.ts'
import { readNftMetadata } from './readNftMetadata.ts'
import type { NftMetadata } from './store.ts'

const maxBytes = 1024 * 1024
const mediaTypes = [
  'application/json',
  'application/ld+json',
  'text/json',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
]

/** Metadata from the web, IPFS or Arweave: what the first place that has it says. Undefined if none does. */
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
