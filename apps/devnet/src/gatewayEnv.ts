import { devnetManifest } from './manifest.ts'
import { solanaDollars } from './solana/solanaDollars.ts'

const { solana, bitcoin } = devnetManifest
const [dollar] = solana.tokens
/** Fixed prices in US dollars for chains without price feed contracts. Coins of the second networks have no value. */
const prices = {
  [solana.caip2]: { native: solanaDollars, [dollar.mint]: 1 },
  [bitcoin.caip2]: { native: 60_000 },
}

/** Environment variables that give a gateway the tokens and price feeds of the local chains. */
export const gatewayEnv = {
  TOKENS: JSON.stringify(
    Object.fromEntries(
      devnetManifest.chains.map(({ caip2, tokens }) => [
        caip2,
        tokens.map(({ address, symbol, name, decimals }) => ({ address, symbol, name, decimals })),
      ]),
    ),
  ),
  PRICE_FEEDS: JSON.stringify({
    ...Object.fromEntries(
      devnetManifest.chains.map(({ caip2, coin, tokens }) => [
        caip2,
        Object.fromEntries([
          ['native', coin.feed],
          ...tokens.flatMap(({ address, feed }) => (feed ? [[address, feed]] : [])),
        ]),
      ]),
    ),
    ...prices,
  }),
}

// As a program, used by `npm start`, this prints the variables as JSON.
if (import.meta.main) console.log(JSON.stringify(gatewayEnv))
