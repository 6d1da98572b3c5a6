import type { Mailer } from '@portico/server/mail'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { createEmbedded } from './createEmbedded.ts'
import { createEmbeddedMetrics } from './createEmbeddedMetrics.ts'
import { embeddedOperations } from './operations.ts'
import { embeddedRoutes } from './routes.ts'

/**
 * Creates the gateway's module for embedded wallets. Its routes refuse every request if embedded wallets are turned
 * off.
 *
 * @param fetchVault `fetch` used to load the vault's keys; the global one if omitted.
 * @param mailer sends mails instead of the configured mail server.
 * @throws {SecretFileError} if a secret file cannot be used.
 * @throws {DatabaseError} if gateway and vault share an encryption key.
 */
export async function createEmbeddedModule({
  config: { embedded: config, smartAccountNetworks, sponsoring, production, dataDir, publicUrls },
  database,
  projects,
  chains,
  metrics: { registry },
  limits,
  ipOf,
  fetchVault: fetch,
  mailer,
  log,
  now,
}: Pick<
  ModuleContext,
  'config' | 'database' | 'projects' | 'chains' | 'metrics' | 'limits' | 'ipOf' | 'log' | 'now'
> & { fetchVault: typeof globalThis.fetch | undefined; mailer: Mailer | undefined }) {
  const service =
    config &&
    (await createEmbedded({
      config,
      production,
      dataDir,
      publicUrls,
      database,
      projects,
      chains,
      smartAccountNetworks,
      sponsoring,
      registry,
      fetch,
      mailer,
      log,
      now,
    }))
  if (service) createEmbeddedMetrics({ registry, database, audit: service.audit })
  const routes = embeddedRoutes({ embedded: service, limit: limits.auth, ipOf })
  const close = async () => service?.close()
  return {
    ...createModule({ section: 'Embedded wallet', routes, operations: embeddedOperations, close }),
    service,
  }
}
