import type { RequestListener } from 'node:http'
import { describeConnectionError } from '@portico/page-server'
import { createAllowlist } from './createAllowlist.ts'
import { readServerKey } from './readServerKey.ts'
import type { Settings } from './readSettings.ts'
import { type SiteFile, serveWallet } from './serveWallet.ts'

/** Milliseconds between two refreshes of the allowlist. */
const refreshInterval = 60_000
/** How long to wait at the start for the gateway and the vault, which may be starting as well. */
const startTimeoutMs = 60_000

/**
 * Creates the wallet's site: reads the files, the allowlist and the keys of the two servers.
 *
 * @throws {Error} that says which server cannot be used, and why
 */
export async function createSite({
  settings: { gatewayUrl, vaultUrl, dataDir, riskLimits, social, hsts },
  checks = new Map(),
  loadFiles,
  timeoutMs = startTimeoutMs,
}: {
  settings: Settings
  /** Gets what the site depends on, for `/healthz`. */
  checks?: Map<string, () => boolean> | undefined
  loadFiles: () => Promise<ReadonlyMap<string, SiteFile>>
  timeoutMs?: number | undefined
}): Promise<RequestListener> {
  const gateway = `gateway at ${gatewayUrl} (GATEWAY_URL)`
  const retry = createRetry(timeoutMs)
  const [files, allowlist, vaultKey, gatewayKey] = await Promise.all([
    loadFiles(),
    createAllowlist({ gatewayUrl, dataDir }),
    retry(
      () => readServerKey({ server: 'vault', url: vaultUrl, dataDir }),
      `vault at ${vaultUrl} (VAULT_URL)`,
    ),
    retry(() => readServerKey({ server: 'gateway', url: gatewayUrl, dataDir }), gateway),
  ])
  const refresh = () => allowlist.refresh()
  if (allowlist.isReady()) void refresh().catch(report)
  else await retry(refresh, gateway)
  checks.set('allowlist', allowlist.isReady)
  setInterval(() => refresh().catch(report), refreshInterval).unref()
  const data = { gatewayUrl, vaultUrl, vaultKey, gatewayKey, riskLimits, social }
  return serveWallet({ files, allowlist, data, hsts })
}

/** Retries until the attempt succeeds or the time is over. */
function createRetry(timeoutMs: number) {
  const deadline = Date.now() + timeoutMs
  return async <value>(attempt: () => Promise<value>, server: string): Promise<value> => {
    for (;;) {
      try {
        return await attempt()
      } catch (cause) {
        if (Date.now() > deadline)
          throw new Error(`The wallet site needs the ${server}, but ${describeConnectionError(cause)}.`, {
            cause,
          })
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }
}

function report(error: unknown): void {
  console.error(
    `The allowlist of pages that may embed the wallet could not be refreshed; the last one stays in use: ${describeConnectionError(error)}`,
  )
}
