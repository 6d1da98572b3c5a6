import type { CaipNetworkId } from '@portico/protocol'
import type { Nft } from '@portico/protocol/gateway'
import { isDatabaseUnreachable, type Log } from '@portico/server'
import * as z from 'zod/mini'
import type { Network } from '../../chains/shared/Network.ts'
import { firstSuccess } from '../../chains/shared/providers/firstSuccess.ts'
import type { NftProvider } from '../../chains/shared/providers/NftProvider.ts'
import type { ProtectedProvider } from '../../chains/shared/providers/withCircuitBreakers.ts'
import { readSignedCursor, writeSignedCursor } from '../../infra/http/signedCursor.ts'

export type NftService = {
  /**
   * Returns a page of the NFTs of an account, one chain after the other.
   *
   * @returns undefined if `cursor` is invalid or belongs to another list.
   */
  list(query: {
    chains: readonly Network[]
    account: string
    limit: number
    cursor: string | undefined
    deadline: number
  }): Promise<{ data: Nft[]; next: string | null; missing: CaipNetworkId[] } | undefined>
}

/** A position in the list: the chain, and the provider's own cursor. */
const position = z.object({
  account: z.string(),
  chain: z.string(),
  provider: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** Number of entries of the provider's page already returned: some providers' pages are larger than requested. */
  skip: z.int().check(z.minimum(0)),
})
const purpose = 'nfts-cursor'

/**
 * Creates the NFT service. It uses the first provider of a chain that responds, and continues a list with the same one.
 */
export function createNftService({
  providers,
  cursorSecret,
  log,
}: {
  providers: readonly ProtectedProvider<NftProvider>[]
  cursorSecret: Buffer
  log: Log
}): NftService {
  async function read(
    chain: Network,
    query: { account: string; limit: number; deadline: number },
    from: z.infer<typeof position> | undefined,
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
    const returned = rest.slice(0, query.limit)
    const remaining =
      rest.length > returned.length
        ? { at, skip: skip + returned.length }
        : value.next === null
          ? undefined
          : { at: value.next, skip: 0 }
    const next = remaining && { ...remaining, provider: provider.id }
    const { deadline } = query
    return {
      data: (await provider.complete?.({ chain: chain.id, data: returned, deadline })) ?? returned,
      next,
    }
  }

  return {
    async list({ chains, account, limit, cursor, deadline }) {
      const start =
        cursor === undefined
          ? undefined
          : readSignedCursor({ cursor, purpose, secret: cursorSecret, schema: position })
      const first = start ? chains.findIndex(({ id }) => id === start.chain) : 0
      if (cursor !== undefined && (!start || start.account !== account || first < 0)) return undefined
      const write = (
        chain: Network,
        remaining: Pick<z.infer<typeof position>, 'provider' | 'at' | 'skip'> = {
          provider: null,
          at: null,
          skip: 0,
        },
      ) =>
        writeSignedCursor({
          value: { account, chain: chain.id, ...remaining } satisfies z.infer<typeof position>,
          purpose,
          secret: cursorSecret,
        })

      const data: Nft[] = []
      const missing: CaipNetworkId[] = []
      for (const [index, chain] of chains.slice(first).entries()) {
        const remaining = limit - data.length
        if (remaining <= 0) return { data, next: write(chain), missing }
        try {
          const from = index === 0 ? start : undefined
          const page = await read(chain, { account, limit: remaining, deadline }, from)
          data.push(...page.data)
          if (page.next) return { data, next: write(chain, page.next), missing }
        } catch (error) {
          if (isDatabaseUnreachable(error)) throw error
          log.warn({ chain: chain.id, error }, 'NFTs of a chain failed')
          missing.push(chain.id)
        }
      }
      return { data, next: null, missing }
    },
  }
}
