import { devnetManifest } from './manifest.ts'

const { solana, bitcoin } = devnetManifest
const [dollar] = solana.tokens
/** US dollars: chains without contracts of that kind have no feeds. Coins of a second network are worth nothing. */
const prices = {
  [solana.caip2]: { native: 150, [dollar.mint]: 1 },
  [bitcoin.caip2]: { native: 60_000 },
}

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

// Run as a program (`npm start` does), it prints the same as JSON.
if (import.meta.main) console.log(JSON.stringify(gatewayEnv))
