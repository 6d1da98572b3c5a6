import { join } from 'node:path'
import { devnetManifest } from './manifest.ts'
import { solanaDollars } from './solana/solanaDollars.ts'

const { chains, solana, solanaTwo, bitcoin, signet } = devnetManifest
const [dollar] = solana.tokens
/** Fixed prices in US dollars for chains without price feed contracts. Coins of the second networks have no value. */
const prices = {
  [solana.caip2]: { native: solanaDollars, [dollar.mint]: 1 },
  [bitcoin.caip2]: { native: 60_000 },
}

/** What the faucet gives: from account 8 on EVM networks, by airdrop on Solana, from the miner on Bitcoin. Their keys are public. */
const keyFile = (name: string) => join(import.meta.dirname, '../keys', name)
const faucets = Object.fromEntries([
  ...chains.map(({ caip2 }) => [caip2, { amount: '1', keyFile: keyFile('evm-faucet') }]),
  ...[solana, solanaTwo].map(({ caip2 }) => [caip2, { amount: '1' }]),
  ...[bitcoin, signet].map(({ caip2 }) => [caip2, { amount: '0.1', keyFile: keyFile('bitcoin-faucet') }]),
])

/** Environment variables that give a gateway the tokens, price feeds and faucets of the local chains. */
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
  FAUCETS: JSON.stringify(faucets),
}

// As a program, used by `npm start`, this prints the variables as JSON.
if (import.meta.main) console.log(JSON.stringify(gatewayEnv))
