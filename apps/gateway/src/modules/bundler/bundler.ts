import type { CaipNetworkId } from '@portico/protocol'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { Embedded } from '../embedded/createEmbedded.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { PriceService } from '../prices/service.ts'
import { createBundlerMetrics } from './createBundlerMetrics.ts'
import { type Bundler, createBundlers } from './createBundlers.ts'
import { bundlerOperations } from './operations.ts'
import { createFeeRates } from './quotes/createFeeRates.ts'
import { bundlerRoutes } from './routes.ts'
import type { Reach } from './sending/Reach.ts'
import { createOperationStore } from './store.ts'

/**
 * Creates the module that pays for operations of smart accounts, and sends them.
 *
 * @param reach called between the steps of sending; tests end the process there.
 */
export function createBundlerModule({
  config: { sponsoring: config },
  database,
  chains,
  projects,
  embedded,
  prices,
  cursorSecret: secret,
  metrics,
  sendJson,
  safeFetch,
  reach = () => undefined,
  log,
  now,
}: Pick<
  ModuleContext,
  'config' | 'database' | 'chains' | 'projects' | 'cursorSecret' | 'metrics' | 'log' | 'now'
> & {
  embedded: Embedded | undefined
  prices: PriceService
  sendJson: SendJson
  safeFetch: SafeFetch
  reach?: Reach | undefined
}) {
  const store = createOperationStore({ database })
  const rates = createFeeRates({ prices })
  const bundlers: ReadonlyMap<CaipNetworkId, Bundler> = config
    ? createBundlers({ config, chains, store, rates, secret, sendJson, safeFetch, reach, log, now })
    : new Map()
  const { onRefused } = createBundlerMetrics({ registry: metrics.registry, database })
  const routes = bundlerRoutes({ bundlers, projects, embedded, onRefused })
  const close = async () => {
    for (const { settlement } of bundlers.values()) await settlement.close()
  }
  return {
    ...createModule({ section: 'Smart accounts', routes, operations: bundlerOperations, close }),
    bundlers,
    store,
  }
}
