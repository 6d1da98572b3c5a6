import type { Log } from '@portico/server'
import { getAddress } from 'viem/utils'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import type { NftId } from '../../chains/evm/indexer/IndexStore.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { NftMetadata } from '../../chains/shared/providers/NftMetadata.ts'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { type ContentGateways, toWebUrls } from '../../infra/egress/toWebUrls.ts'
import type { ImageService } from '../images/service.ts'
import { fetchNftMetadata } from './fetchNftMetadata.ts'
import { readInlineMetadata } from './readNftMetadata.ts'
import { readTokenUri, tokenUriCall } from './readTokenUri.ts'
import type { NftStore } from './store.ts'

export type NftMetadataService = {
  /**
   * Returns name and image by `token/tokenId`, as far as they are known; the image as a URL for pages. Remote metadata
   * is fetched in the background and returned by a later call.
   */
  describe(query: {
    chain: Chain
    nfts: readonly NftId[]
    deadline: number
  }): Promise<Map<string, NftMetadata>>
  /** Same as `describe` for any chain. `readUris` returns the metadata URIs of NFTs that are not cached. */
  describeFrom<Id extends Pick<NftId, 'token' | 'tokenId'>>(query: {
    chain: string
    nfts: readonly Id[]
    readUris: (unknown: readonly Id[]) => Promise<(string | undefined)[]>
    deadline?: number | undefined
  }): Promise<Map<string, NftMetadata>>
  /** Resolves once no fetch is in progress. */
  idle(): Promise<void>
}

const dayMs = 24 * 3_600_000
/** Longer than all attempts of one fetch take. When it has passed, another process may take over from a dead one. */
const claimMs = 60_000
const firstRetryMs = 60_000
/** Retry delay for ipfs: and ar: URIs while no content gateway is configured. */
const retryWithoutGatewayMs = 3_600_000
const maxFetches = 6
const maxQueued = 500
const nothing: NftMetadata = { name: null, description: null, image: null }

/** Creates the NFT metadata service. It reads the store, the contracts, and the URIs that contracts return. */
export function createNftMetadataService({
  store,
  images,
  safeFetch,
  gateways,
  log,
  now = Date.now,
}: {
  store: NftStore
  images: Pick<ImageService, 'present'>
  safeFetch: SafeFetch
  gateways: ContentGateways
  log: Log
  now?: () => number
}): NftMetadataService {
  const queue: (() => Promise<void>)[] = []
  const queued = new Set<string>()
  const running = new Set<Promise<void>>()

  function work(): void {
    while (running.size < maxFetches) {
      const next = queue.shift()
      if (!next) return
      const run = next()
        .catch((error) => log.warn({ error }, 'NFT metadata could not be stored'))
        .finally(() => {
          running.delete(run)
          work()
        })
      running.add(run)
    }
  }

  function fetchLater(
    chain: string,
    { token, tokenId }: Pick<NftId, 'token' | 'tokenId'>,
    uri: string,
  ): void {
    const key = `${chain}/${token}/${tokenId}`
    if (queued.has(key) || queue.length >= maxQueued) return
    queued.add(key)
    const id = { chain, token, tokenId }
    queue.push(async () => {
      try {
        // Only one of several processes that list the NFT fetches it.
        const failures = await store.claim({ ...id, now: now(), until: now() + claimMs })
        if (failures === undefined) return
        const metadata = await fetchNftMetadata({ uri, safeFetch, gateways })
        if (metadata) await store.put({ ...id, fetchedAt: now(), ...metadata })
        else
          await store.postpone({
            ...id,
            failures: failures + 1,
            until: now() + Math.min(dayMs, firstRetryMs * 4 ** failures),
          })
      } finally {
        queued.delete(key)
      }
    })
    work()
  }

  const describeFrom: NftMetadataService['describeFrom'] = async ({
    chain,
    nfts,
    readUris,
    deadline = Number.POSITIVE_INFINITY,
  }) => {
    const found = new Map<string, NftMetadata>()
    const unknown: (typeof nfts)[number][] = []
    for (const nft of nfts) {
      const key = `${nft.token}/${nft.tokenId}`
      if (found.has(key)) continue
      const cached = await store.get({ chain, token: nft.token, tokenId: nft.tokenId })
      found.set(key, cached?.metadata ?? nothing)
      const isDue = !cached?.metadata || cached.fetchedAt < now() - dayMs
      if (isDue && (cached?.retryAt ?? 0) <= now()) unknown.push(nft)
    }
    const uris = await readUris(unknown)
    const isInTime = Date.now() < deadline
    for (const [index, nft] of unknown.entries()) {
      const id = { chain, token: nft.token, tokenId: nft.tokenId }
      const uri = uris[index]
      if (uri !== undefined && /^(https?|ipfs|ar):/i.test(uri)) {
        if (toWebUrls(uri, gateways).length > 0) fetchLater(chain, nft, uri)
        else await store.postpone({ ...id, failures: 0, until: now() + retryWithoutGatewayMs })
        continue
      }
      const metadata = readInlineMetadata(uri)
      found.set(`${nft.token}/${nft.tokenId}`, metadata)
      // After the deadline a missing answer says nothing about the contract, so do not cache it.
      if (isInTime) await store.put({ ...id, fetchedAt: now(), ...metadata })
    }
    const presented = [...found].map(
      async ([key, metadata]) =>
        [key, { ...metadata, image: metadata.image && (await images.present(metadata.image)) }] as const,
    )
    return new Map(await Promise.all(presented))
  }

  return {
    describeFrom,
    describe: ({ chain, nfts, deadline }) =>
      describeFrom({
        chain: chain.id,
        nfts,
        deadline,
        async readUris(unknown) {
          const calls = unknown.map((nft) => ({ target: getAddress(nft.token), data: tokenUriCall(nft) }))
          const answers = await callMany({ chain, calls, deadline })
          return unknown.map((nft, index) => readTokenUri(answers[index], nft))
        },
      }),
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
