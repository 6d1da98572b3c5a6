import type { Log } from '@portico/server'
import { getAddress } from 'viem/utils'
import type { Chain } from '../../chain/Chain.ts'
import { callMany } from '../../chain/callMany.ts'
import type { SafeFetch } from '../../egress/createSafeFetch.ts'
import { type ContentGateways, toWebUrls } from '../../egress/toWebUrls.ts'
import type { NftId } from '../../indexer/store.ts'
import type { ImageService } from '../images/service.ts'
import { fetchNftMetadata } from './fetchNftMetadata.ts'
import { readInlineMetadata } from './readNftMetadata.ts'
import { readTokenUri, tokenUriCall } from './readTokenUri.ts'
import type { NftMetadata, NftStore } from './store.ts'

export type NftMetadataService = {
  /**
   * Name and picture, by `token/tokenId`, as far as they are known; the picture as a page can show it. What stands on the
   * web is fetched after the answer and comes with the next one.
   */
  describe(query: {
    chain: Chain
    nfts: readonly NftId[]
    deadline: number
  }): Promise<Map<string, NftMetadata>>
  /** The same for any chain: `readUris` says where metadata is that is not known yet. */
  describeFrom<Id extends Pick<NftId, 'token' | 'tokenId'>>(query: {
    chain: string
    nfts: readonly Id[]
    readUris: (unknown: readonly Id[]) => Promise<(string | undefined)[]>
    deadline?: number | undefined
  }): Promise<Map<string, NftMetadata>>
  /** Resolves once nothing is being fetched. */
  idle(): Promise<void>
}

const day = 24 * 3_600_000
/** Longer than all tries of one metadata take; a process that dies meanwhile leaves its work to the next. */
const claimFor = 60_000
const firstPause = 60_000
/** For addresses nobody here may ask, until the operator names a gateway. */
const pauseWithoutGateway = 3_600_000
const maxFetches = 6
const maxQueued = 500
const nothing: NftMetadata = { name: null, description: null, image: null }

/** Metadata of NFTs: from the store, their contracts, or where these point. */
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
        .catch((error) => log.warn({ error }, 'metadata of an NFT could not be kept'))
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
        // Of several processes that listed the NFT, one.
        const failures = await store.claim({ ...id, now: now(), until: now() + claimFor })
        if (failures === undefined) return
        const metadata = await fetchNftMetadata({ uri, safeFetch, gateways })
        if (metadata) await store.put({ ...id, fetchedAt: now(), ...metadata })
        else
          await store.postpone({
            ...id,
            failures: failures + 1,
            until: now() + Math.min(day, firstPause * 4 ** failures),
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
      const known = await store.get({ chain, token: nft.token, tokenId: nft.tokenId })
      found.set(key, known?.metadata ?? nothing)
      const isDue = !known?.metadata || known.fetchedAt < now() - day
      if (isDue && (known?.retryAt ?? 0) <= now()) unknown.push(nft)
    }
    const uris = await readUris(unknown)
    const isInTime = Date.now() < deadline
    for (const [index, nft] of unknown.entries()) {
      const id = { chain, token: nft.token, tokenId: nft.tokenId }
      const uri = uris[index]
      if (uri !== undefined && /^(https?|ipfs|ar):/i.test(uri)) {
        if (toWebUrls(uri, gateways).length > 0) fetchLater(chain, nft, uri)
        else await store.postpone({ ...id, failures: 0, until: now() + pauseWithoutGateway })
        continue
      }
      const metadata = readInlineMetadata(uri)
      found.set(`${nft.token}/${nft.tokenId}`, metadata)
      // What was not answered in time says nothing about the contract.
      if (isInTime) await store.put({ ...id, fetchedAt: now(), ...metadata })
    }
    const shown = [...found].map(
      async ([key, metadata]) =>
        [key, { ...metadata, image: metadata.image && (await images.present(metadata.image)) }] as const,
    )
    return new Map(await Promise.all(shown))
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
