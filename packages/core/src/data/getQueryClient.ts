import { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { refetchAfter } from './refetchAfter.ts'
import { watchAccount } from './watchAccount.ts'
import { watchTransactions } from './watchTransactions.ts'

const clients = new WeakMap<Kit, QueryClient>()

/** Returns the query client of a kit, created on first use. */
export function getQueryClient(kit: Kit): QueryClient {
  const existing = clients.get(kit)
  if (existing) return existing
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // A local gateway can be reached without an internet connection.
        networkMode: 'always',
        // `gatewayFetch` and the RPC clients repeat failed requests.
        retry: false,
        refetchInterval: refetchAfter(false),
      },
    },
  })
  client.mount()
  watchTransactions(kit, client)
  watchAccount(kit, client)
  clients.set(kit, client)
  return client
}
