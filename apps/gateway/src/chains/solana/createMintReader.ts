import { BoundedMap } from '@portico/server'
import { cleanText } from '../../infra/text/cleanText.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { metadataAddress } from './metadataAddress.ts'
import { programs } from './programs.ts'
import { readMetaplexMetadata } from './readMetaplexMetadata.ts'
import { mints, rawAccounts, tokenMetadataState } from './solanaSchemas.ts'

/** The sanitised metadata of a mint; missing texts are empty. */
export type Mint = {
  name: string
  symbol: string
  uri: string | undefined
  decimals: number
  /** Whether the supply is one indivisible token. */
  isNft: boolean
  collection: string | undefined
}

/** Reads mints, with a cache of one hour. */
export type MintReader = {
  /** Returns the mints that exist. */
  read(query: {
    client: SolanaClient
    mints: readonly string[]
    deadline: number
  }): Promise<ReadonlyMap<string, Mint>>
}

/** The maximum number of accounts per request. */
const perCall = 100
const ttlMs = 3_600_000
const maxCached = 20_000
const maxUri = 2048

/** Creates a reader of mints and their metadata, from Token-2022 extensions or Metaplex. */
export function createMintReader({ now = Date.now }: { now?: () => number } = {}): MintReader {
  const cache = new BoundedMap<string, { mint: Mint; until: number }>({ max: maxCached })

  async function readChunk(client: SolanaClient, addresses: readonly string[], deadline: number) {
    const [parsed, raw] = await Promise.all([
      client.ask(
        { method: 'getMultipleAccounts', params: [addresses, { encoding: 'jsonParsed' }], schema: mints },
        { deadline },
      ),
      client.ask(
        {
          method: 'getMultipleAccounts',
          params: [addresses.map(metadataAddress), { encoding: 'base64' }],
          schema: rawAccounts,
        },
        { deadline },
      ),
    ])
    return addresses.flatMap((address, index): [string, Mint][] => {
      const info = parsed.value[index]?.data.parsed.info
      if (!info) return []
      const account = raw.value[index]
      const own = tokenMetadataState.safeParse(
        info.extensions?.find(({ extension }) => extension === 'tokenMetadata')?.state,
      )
      const metaplex =
        account?.owner === programs.tokenMetadata
          ? readMetaplexMetadata(Buffer.from(account.data[0], 'base64'), address)
          : undefined
      const metadata = own.data ?? metaplex
      const uri = metadata?.uri.trim()
      const mint: Mint = {
        name: cleanText(metadata?.name ?? '', 120),
        symbol: cleanText(metadata?.symbol ?? '', 32),
        uri: uri && uri.length <= maxUri ? uri : undefined,
        decimals: info.decimals,
        isNft: info.decimals === 0 && info.supply === '1',
        collection: metaplex?.collection,
      }
      return [[address, mint]]
    })
  }

  return {
    async read({ client, mints: addresses, deadline }) {
      const keyOf = (mint: string) => `${client.id} ${mint}`
      const found = new Map<string, Mint>()
      const missing: string[] = []
      for (const address of new Set(addresses)) {
        const cached = cache.get(keyOf(address))
        if (cached && cached.until > now()) found.set(address, cached.mint)
        else missing.push(address)
      }
      for (let from = 0; from < missing.length; from += perCall)
        for (const [address, mint] of await readChunk(
          client,
          missing.slice(from, from + perCall),
          deadline,
        )) {
          found.set(address, mint)
          cache.delete(keyOf(address))
          cache.set(keyOf(address), { mint, until: now() + ttlMs })
        }
      return found
    },
  }
}
