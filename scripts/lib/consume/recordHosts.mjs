import { base, bitcoin, bitcoinTestnet, mainnet, solana, solanaDevnet } from '@portico/core/networks'
import { answerRpc } from './answerRpc.mjs'

/** The hosts that a page without a gateway asks, once a wallet is connected. */
const rpcOrigins = new Set(
  [mainnet, base, solana, solanaDevnet, bitcoin, bitcoinTestnet].flatMap(({ rpcUrls }) =>
    rpcUrls.default.http.map((url) => new URL(url).origin),
  ),
)

/**
 * Records the other hosts that a page asks. None is reached: nodes are answered here, and everything else is refused.
 *
 * @param {{ context: import('@playwright/test').BrowserContext, url: string }} parameters `url` is the page's own
 * @returns {Promise<{ asked: Set<string>, foreign(): string[] }>} the origins asked, and those that are no nodes of the networks
 */
export async function recordHosts({ context, url }) {
  const asked = new Set()
  await context.route(
    (target) => target.host !== new URL(url).host && /^(https?|wss?):$/.test(target.protocol),
    (route) => {
      const { origin } = new URL(route.request().url())
      asked.add(origin)
      if (!rpcOrigins.has(origin)) return route.abort()
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      const method = route.request().method()
      if (method === 'OPTIONS') return route.fulfill({ status: 204, headers })
      // Servers of Bitcoin answer paths (Esplora); an address has nothing.
      if (method === 'GET') return route.fulfill({ json: emptyAddress, headers })
      return route.fulfill({ json: answerRpc(route.request().postDataJSON()), headers })
    },
  )
  return { asked, foreign: () => [...asked].filter((origin) => !rpcOrigins.has(origin)) }
}

const nothing = { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 }
const emptyAddress = { chain_stats: nothing, mempool_stats: nothing }
