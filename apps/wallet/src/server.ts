import { buildPage, runPageServer } from '@portico/page-server'
import { createAllowlist } from './server/createAllowlist.ts'
import { readSettings, type Settings } from './server/readSettings.ts'
import { readVaultKey } from './server/readVaultKey.ts'
import { serveWallet } from './server/serveWallet.ts'

/** Milliseconds between two looks at the list of who may show the wallet. */
const refreshEvery = 60_000
/** How long a start waits for the gateway and the vault, which may be starting too. */
const patience = 60_000

// The program: the wallet's pages from the environment's settings.
await runPageServer({
  name: 'wallet',
  portVariable: 'WALLET_PORT',
  readSettings: () => readSettings(process.env),
  createPage: async ({ settings }) => createSite(settings),
})

async function createSite({ gatewayUrl, vaultUrl, dataDir }: Settings) {
  const { pageConfig } = await import('./server/pageConfig.ts')
  const [files, allowlist, vaultKey] = await Promise.all([
    buildPage({ config: pageConfig, embed: (html) => html }),
    createAllowlist({ gatewayUrl, dataDir }),
    persist(() => readVaultKey({ vaultUrl, dataDir }), `vault at ${vaultUrl} (VAULT_URL)`),
  ])
  const refresh = () => allowlist.refresh()
  if (allowlist.isReady()) void refresh().catch(report)
  else await persist(refresh, `gateway at ${gatewayUrl} (GATEWAY_URL)`)
  setInterval(() => refresh().catch(report), refreshEvery).unref()
  return serveWallet({ files, allowlist, data: { gatewayUrl, vaultUrl, vaultKey } })
}

/** Tries until it works, as long as a start may take. */
async function persist<value>(attempt: () => Promise<value>, server: string): Promise<value> {
  const until = Date.now() + patience
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (Date.now() > until)
        throw new Error(
          `The wallet needs the ${server}, which does not answer: start it, or correct the address.`,
          {
            cause,
          },
        )
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

function report(error: unknown): void {
  const message = error instanceof Error ? error.message : 'no answer'
  console.error(
    `The list of pages that may show the wallet could not be read again, the last one counts: ${message}`,
  )
}
