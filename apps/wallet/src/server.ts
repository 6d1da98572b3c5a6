import { buildPage, runPageServer } from '@portico/page-server'
import { createAllowlist } from './server/createAllowlist.ts'
import { readServerKey } from './server/readServerKey.ts'
import { readSettings, type Settings } from './server/readSettings.ts'
import { serveWallet } from './server/serveWallet.ts'

/** Milliseconds between two refreshes of the allowlist. */
const refreshInterval = 60_000
/** How long to wait at the start for the gateway and the vault, which may be starting as well. */
const startTimeoutMs = 60_000

// Entry of the wallet's server.
await runPageServer({
  name: 'wallet',
  portVariable: 'WALLET_PORT',
  readSettings: () => readSettings(process.env),
  createPage: async ({ settings, checks }) => createSite({ ...settings, checks }),
})

async function createSite({
  gatewayUrl,
  vaultUrl,
  dataDir,
  riskLimits,
  social,
  checks,
}: Settings & { checks: Map<string, () => boolean> }) {
  const [files, allowlist, vaultKey, gatewayKey] = await Promise.all([
    buildPage({ configUrl: new URL('./server/pageConfig.ts', import.meta.url) }),
    createAllowlist({ gatewayUrl, dataDir }),
    retry(
      () => readServerKey({ server: 'vault', url: vaultUrl, dataDir }),
      `vault at ${vaultUrl} (VAULT_URL)`,
    ),
    retry(
      () => readServerKey({ server: 'gateway', url: gatewayUrl, dataDir }),
      `gateway at ${gatewayUrl} (GATEWAY_URL)`,
    ),
  ])
  const refresh = () => allowlist.refresh()
  if (allowlist.isReady()) void refresh().catch(report)
  else await retry(refresh, `gateway at ${gatewayUrl} (GATEWAY_URL)`)
  checks.set('allowlist', allowlist.isReady)
  setInterval(() => refresh().catch(report), refreshInterval).unref()
  return serveWallet({
    files,
    allowlist,
    data: { gatewayUrl, vaultUrl, vaultKey, gatewayKey, riskLimits, social },
  })
}

/** Retries until the attempt succeeds or the start times out. */
async function retry<value>(attempt: () => Promise<value>, server: string): Promise<value> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (Date.now() > deadline)
        throw new Error(
          `The ${server} cannot be reached, and the wallet needs it: start it, or correct the address.`,
          {
            cause,
          },
        )
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

function report(error: unknown): void {
  const message = error instanceof Error ? error.message : 'no response'
  console.error(
    `The allowlist of pages that may embed the wallet could not be refreshed; the last one stays in use: ${message}`,
  )
}
