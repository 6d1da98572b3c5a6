import type { Bus } from '../../infra/bus/Bus.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { PriceService } from '../prices/service.ts'
import { createStreamTickets } from './createStreamTickets.ts'
import { streamOperations, streamRoutes } from './routes.ts'
import { createStreamService } from './service.ts'
import { createStreamTicketStore } from './store.ts'
import type { Purchases } from './watchPurchases.ts'

/** Creates the module of live updates as server-sent events. */
export function createStreamModule({
  database,
  chains,
  namespaces,
  heads,
  upstreamSockets,
  tokens,
  projects,
  limits,
  ipOf,
  bus,
  prices,
  purchases,
  log,
  now,
  buffered,
}: Pick<
  ModuleContext,
  | 'database'
  | 'chains'
  | 'namespaces'
  | 'heads'
  | 'upstreamSockets'
  | 'tokens'
  | 'projects'
  | 'limits'
  | 'ipOf'
  | 'log'
  | 'now'
> & {
  bus: Bus
  prices: PriceService
  purchases: Purchases
  /** Bytes queued for a slow client. */
  buffered?: number
}) {
  const service = createStreamService({
    chains,
    namespaces,
    heads,
    upstreamSockets,
    bus,
    tokens,
    prices,
    purchases,
    log,
    buffered,
  })
  const streamTickets = createStreamTickets({ store: createStreamTicketStore({ database }), now })
  const routes = streamRoutes({ stream: service, streamTickets, namespaces, projects, limits, ipOf })
  return {
    ...createModule({
      section: 'Live updates',
      routes,
      operations: streamOperations,
      close: service.close,
    }),
    service,
  }
}
