import type { CaipNetworkId } from '@portico/protocol'
import type { Transaction } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { rulesOf } from '../../chains/namespaceRules.ts'
import type { Network } from '../../chains/shared/Network.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { readSignedCursor, writeSignedCursor } from '../../infra/http/signedCursor.ts'
import type { OnrampStore } from '../onramp/store.ts'

export type Purchases = {
  /** IDs of the providers whose purchases can be listed. */
  readonly providers: readonly string[]
  /**
   * Lists the purchases of an account that have arrived, newest first. Those under way are known to their visitor only.
   *
   * @throws {Problem} `invalid-request` for a cursor of another list.
   */
  page(query: {
    projectId: string
    provider: string
    account: string
    chains: readonly Network[]
    limit: number
    cursor: string | undefined
  }): Promise<{ data: Transaction[]; next: string | null }>
}

const position = z.object({ before: z.int() })

/** Creates the lists of purchases. */
export function createPurchases({
  store,
  providers,
  cursorSecret: secret,
  now,
}: {
  store: OnrampStore
  providers: readonly { id: string; name: string }[]
  cursorSecret: Buffer
  now: () => number
}): Purchases {
  return {
    providers: providers.map(({ id }) => id),
    async page({ cursor, ...query }) {
      const purpose = ['purchases', query.projectId, query.provider, query.account].join(' ')
      const read =
        cursor === undefined
          ? { before: now() + 1 }
          : readSignedCursor({ cursor, purpose, secret, schema: position })
      if (!read) {
        const detail = 'Must be the `next` of the previous page, sent with the same parameters.'
        const errors = [{ pointer: 'cursor', detail }]
        throw new Problem('invalid-request', { detail: `cursor: ${detail}`, errors })
      }
      const chains = query.chains.map(({ id }) => id)
      const rows = await store.arrived({ ...query, chains, before: read.before })
      const last = rows.length === query.limit ? rows.at(-1) : undefined
      const name = providers.find(({ id }) => id === query.provider)?.name ?? query.provider
      return {
        data: rows.map(({ chain, hash, account, symbol, received, updated_at }) => ({
          id: `${chain}:${hash}`,
          metadata: {
            operationType: 'buy',
            hash: hash ?? '',
            minedAt: new Date(updated_at).toISOString(),
            sentFrom: '',
            sentTo: rulesOf(chain as CaipNetworkId).writeAddress(account),
            status: 'confirmed' as const,
            nonce: 0,
            application: { name, iconUrl: null },
            chain,
          },
          transfers: [
            {
              fungible_info: { name: symbol, symbol, icon: null },
              direction: 'in' as const,
              quantity: { numeric: received ?? '0' },
            },
          ],
        })),
        next: last ? writeSignedCursor({ value: { before: last.created_at }, purpose, secret }) : null,
      }
    },
  }
}
