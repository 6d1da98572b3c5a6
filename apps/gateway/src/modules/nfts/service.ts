import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import * as z from 'zod/mini'
import type { Network } from '../../families/Family.ts'
import { readSignedCursor, writeSignedCursor } from '../../http/signedCursor.ts'
import { firstSuccess } from '../../providers/firstSuccess.ts'
import type { Guarded } from '../../providers/guardAll.ts'
import type { NftProvider } from '../../providers/NftProvider.ts'

export type NftService = {
  /**
   * A page of the NFTs an account holds, one chain after the other.
   *
   * @returns undefined where `cursor` was not given out for this list.
   */
  list(query: {
    chains: readonly Network[]
    account: string
    limit: number
    cursor: string | undefined
    deadline: number
  }): Promise<{ data: Nft[]; next: string | null; missing: CaipNetworkId[] } | undefined>
}

/** Where the list was left: on a chain, at a provider's own place. */
const place = z.object({
  account: z.string(),
  chain: z.string(),
  provider: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** Entries of the page at that place that were given out already: some providers' pages are larger than asked for. */
  skip: z.int().check(z.minimum(0)),
})
const purpose = 'nfts-cursor'

/** NFTs from the first provider of a chain that answers; a list is read to its end from the one that began it. */
export function createNftService({
  providers,
  cursorSecret,
  log,
}: {
  providers: readonly Guarded<NftProvider>[]
  cursorSecret: Buffer
  log: Log
}): NftService {
  async function read(
    chain: Network,
    query: { account: string; limit: number; deadline: number },
    from: z.infer<typeof place> | undefined,
  ) {
    const { at = null, skip = 0 } = from ?? {}
    const chosen = from?.provider
      ? providers.filter(({ provider }) => provider.id === from.provider)
      : providers
    const { value, provider } = await firstSuccess({
      providers: chosen,
      chain: chain.id,
      log,
      ask: (one) => one.page({ ...query, chain: chain.id, cursor: at ?? undefined }),
    })
    const rest = value.data.slice(skip)
    const shown = rest.slice(0, query.limit)
    const left =
      rest.length > shown.length
        ? { at, skip: skip + shown.length }
        : value.next === null
          ? undefined
          : { at: value.next, skip: 0 }
    const next = left && { ...left, provider: provider.id }
    const { deadline } = query
    return { data: (await provider.complete?.({ chain: chain.id, data: shown, deadline })) ?? shown, next }
  }

  return {
    async list({ chains, account, limit, cursor, deadline }) {
      const start =
        cursor === undefined
          ? undefined
          : readSignedCursor({ cursor, purpose, secret: cursorSecret, schema: place })
      const first = start ? chains.findIndex(({ id }) => id === start.chain) : 0
      if (cursor !== undefined && (!start || start.account !== account || first < 0)) return undefined
      const write = (
        chain: Network,
        left: Pick<z.infer<typeof place>, 'provider' | 'at' | 'skip'> = { provider: null, at: null, skip: 0 },
      ) =>
        writeSignedCursor({
          value: { account, chain: chain.id, ...left } satisfies z.infer<typeof place>,
          purpose,
          secret: cursorSecret,
        })

      const data: Nft[] = []
      const missing: CaipNetworkId[] = []
      for (const [index, chain] of chains.slice(first).entries()) {
        const left = limit - data.length
        if (left <= 0) return { data, next: write(chain), missing }
        try {
          const from = index === 0 ? start : undefined
          const page = await read(chain, { account, limit: left, deadline }, from)
          data.push(...page.data)
          if (page.next) return { data, next: write(chain, page.next), missing }
        } catch (error) {
          log.warn({ chain: chain.id, error }, 'NFTs of a chain failed')
          missing.push(chain.id)
        }
      }
      return { data, next: null, missing }
    },
  }
}
