import { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { GatewayError } from './GatewayError.ts'
import { lifetimes } from './lifetimes.ts'
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
        retry: (count, error) => count < 1 && !(error instanceof GatewayError && error.status < 500),
        retryDelay: (count) => 150 * 2 ** count,
        refetchInterval: (query) => (query.state.status === 'error' ? lifetimes.retry : false),
      },
    },
  })
  client.mount()
  watchTransactions(kit, client)
  watchAccount(kit, client)
  clients.set(kit, client)
  return client
}
