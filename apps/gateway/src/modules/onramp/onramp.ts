import { createRateLimit } from '@portico/server'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { createIdempotencyStore } from '../../infra/http/createIdempotencyStore.ts'
import { createModule } from '../../infra/module/createModule.ts'
import { createOnrampProviders } from '../../sources/onramp/createOnrampProviders.ts'
import type { AuthService } from '../auth/service.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { PriceService } from '../prices/service.ts'
import { createArrivalWatch } from './createArrivalWatch.ts'
import { createMinimum } from './createMinimum.ts'
import { createOnrampCatalogue } from './createOnrampCatalogue.ts'
import { createOnrampQuotes } from './createOnrampQuotes.ts'
import { createOnrampSessions } from './createOnrampSessions.ts'
import { createWidgetRules } from './createWidgetRules.ts'
import { onrampOperations } from './operations.ts'
import { onrampRoutes } from './routes.ts'
import { createOnrampStore } from './store.ts'

/** Pages that one IP address may open at once, and per minute. */
const widgetsPerMinute = 6

/** Creates the module with which visitors buy from providers. */
export function createOnrampModule({
  config: { onramp: config },
  database,
  usageShare: share,
  namespaces,
  tokens,
  projects,
  auth,
  prices,
  sendJson,
  ipOf,
  log,
  now,
}: Pick<
  ModuleContext,
  'config' | 'database' | 'usageShare' | 'namespaces' | 'tokens' | 'projects' | 'ipOf' | 'log' | 'now'
> & { auth: AuthService; prices: PriceService; sendJson: SendJson }) {
  const providers = createOnrampProviders({ providers: config.providers, sendJson, now })
  const { networks } = namespaces
  const catalogue = createOnrampCatalogue({ providers, countries: config.countries, networks, log, now })
  const quotes = createOnrampQuotes({ catalogue, log, now })
  const store = createOnrampStore({ database })
  const sessions = createOnrampSessions({ store, quotes, minimumOf: createMinimum({ prices }), log, now })
  const isOn = providers.length > 0
  const watch = createArrivalWatch({ store, sessions, namespaces, isOn, log, now })
  const routes = onrampRoutes({
    catalogue,
    quotes,
    sessions,
    rules: createWidgetRules({ auth, needsSession: config.needsSession }),
    countries: config.countries,
    tokens,
    projects,
    idempotency: createIdempotencyStore({ database }),
    widgetLimit: createRateLimit({
      name: 'onramp',
      burst: widgetsPerMinute,
      perSecond: widgetsPerMinute / 60,
      share,
      now,
    }),
    ipOf,
  })
  const module = createModule({ section: 'Buying', routes, operations: onrampOperations, close: watch.close })
  return { ...module, providers, sessions, store, watch }
}
