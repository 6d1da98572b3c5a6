import { cleanText } from '../../text/cleanText.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { metadataAddress } from './metadataAddress.ts'
import { programs } from './programs.ts'
import { readMetaplexMetadata } from './readMetaplexMetadata.ts'
import { mints, rawAccounts, tokenMetadataState } from './solanaSchemas.ts'

/** What a mint says of itself, cleaned; empty where it says nothing. */
export type Mint = {
  name: string
  symbol: string
  uri: string | undefined
  decimals: number
  /** There is one, it cannot be divided: an NFT. */
  isNft: boolean
  collection: string | undefined
}

export type MintReader = {
  /** Those that could be read; asked of the chain once an hour. */
  read(query: {
    client: SolanaClient
    mints: readonly string[]
    deadline: number
  }): Promise<ReadonlyMap<string, Mint>>
}

/** Accounts a node gives at once. */
const perCall = 100
const keepFor = 3_600_000
const maxKept = 20_000
const maxUri = 2048

/** Reads mints: their own metadata (Token-2022) or that of Metaplex. */
export function createMintReader({ now = Date.now }: { now?: () => number } = {}): MintReader {
  const kept = new Map<string, { mint: Mint; until: number }>()

  async function ask(client: SolanaClient, wanted: readonly string[], deadline: number) {
    const [parsed, raw] = await Promise.all([
      client.ask(
        { method: 'getMultipleAccounts', params: [wanted, { encoding: 'jsonParsed' }], schema: mints },
        { deadline },
      ),
      client.ask(
        {
          method: 'getMultipleAccounts',
          params: [wanted.map(metadataAddress), { encoding: 'base64' }],
          schema: rawAccounts,
        },
        { deadline },
      ),
    ])
    return wanted.flatMap((address, index): [string, Mint][] => {
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
      const said = own.data ?? metaplex
      const uri = said?.uri.trim()
      const mint: Mint = {
        name: cleanText(said?.name ?? '', 120),
        symbol: cleanText(said?.symbol ?? '', 32),
        uri: uri && uri.length <= maxUri ? uri : undefined,
        decimals: info.decimals,
        isNft: info.decimals === 0 && info.supply === '1',
        collection: metaplex?.collection,
      }
      return [[address, mint]]
    })
  }

  return {
    async read({ client, mints: wanted, deadline }) {
      const keyOf = (mint: string) => `${client.id} ${mint}`
      const found = new Map<string, Mint>()
      const open: string[] = []
      for (const address of new Set(wanted)) {
        const known = kept.get(keyOf(address))
        if (known && known.until > now()) found.set(address, known.mint)
        else open.push(address)
      }
      for (let from = 0; from < open.length; from += perCall)
        for (const [address, mint] of await ask(client, open.slice(from, from + perCall), deadline)) {
          found.set(address, mint)
          kept.delete(keyOf(address))
          kept.set(keyOf(address), { mint, until: now() + keepFor })
          const oldest = kept.size > maxKept ? kept.keys().next().value : undefined
          if (oldest !== undefined) kept.delete(oldest)
        }
      return found
    },
  }
}
