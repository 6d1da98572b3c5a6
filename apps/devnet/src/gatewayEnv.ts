import { devnetManifest } from './manifest.ts'

/** What a gateway must be told to know the tokens and price feeds of the local chains: its environment. */
export const gatewayEnv = {
  TOKENS: JSON.stringify(
    Object.fromEntries(
      devnetManifest.chains.map(({ caip2, tokens }) => [
        caip2,
        tokens.map(({ address, symbol, name, decimals }) => ({ address, symbol, name, decimals })),
      ]),
    ),
  ),
  PRICE_FEEDS: JSON.stringify(
    Object.fromEntries(
      devnetManifest.chains.map(({ caip2, coin, tokens }) => [
        caip2,
        Object.fromEntries([
          ['native', coin.feed],
          ...tokens.flatMap(({ address, feed }) => (feed ? [[address, feed]] : [])),
        ]),
      ]),
    ),
  ),
}

// Run as a program (`npm start` does), it prints the same as JSON.
if (import.meta.main) console.log(JSON.stringify(gatewayEnv))
