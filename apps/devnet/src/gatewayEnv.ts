import { join } from 'node:path'
import { devnetManifest } from './manifest.ts'
import { solanaDollars } from './solana/solanaDollars.ts'

const { chains, solana, solanaTwo, bitcoin, signet, swaps, sponsor } = devnetManifest
const [dollar] = solana.tokens
/** Fixed prices in US dollars for chains without price feed contracts. Coins of the second networks have no value. */
const prices = {
  [solana.caip2]: { native: solanaDollars, [dollar.mint]: 1 },
  [bitcoin.caip2]: { native: 60_000 },
}

/** Tokens of the exchange that are listed like the others. TOLL and FLY are not: nobody should list such tokens. */
const swapTokens = [
  { address: swaps.wrapped, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
  { address: swaps.strictToken, symbol: 'SUSD', name: 'Strict USD', decimals: 6 },
]
const exchange = { factory: swaps.factory, router: swaps.router }

/** What the faucet gives: from account 8 on EVM networks, by airdrop on Solana, from the miner on Bitcoin. Their keys are public. */
const keyFile = (name: string) => join(import.meta.dirname, '../keys', name)
const faucets = Object.fromEntries([
  ...chains.map(({ caip2 }) => [caip2, { amount: '1', keyFile: keyFile('evm-faucet') }]),
  ...[solana, solanaTwo].map(({ caip2 }) => [caip2, { amount: '1' }]),
  ...[bitcoin, signet].map(({ caip2 }) => [caip2, { amount: '0.1', keyFile: keyFile('bitcoin-faucet') }]),
])

/** Project `local` pays for signing the guestbook, swapping at the exchange, and moving DUSD. */
const { maxCost, owner } = sponsor
const paymaster = { owner, maxCost, depositFloor: '0.1', relayerFloor: '1' }
const sponsored = ({ contracts, tokens: [dusd] }: (typeof chains)[number]) => ({
  allow: {
    [contracts.guestbook]: ['sign(string)'],
    [contracts.exchange]: ['swap(address,address,uint256,uint256)'],
    [dusd?.address ?? '']: ['transfer(address,uint256)', 'approve(address,uint256)'],
  },
  perDay: { userOperations: 100, user: '0.2', project: '5' },
})
const feeTokens = ({ tokens: [dusd] }: (typeof chains)[number]) => [
  {
    token: dusd?.address,
    symbol: dusd?.symbol,
    decimals: dusd?.decimals,
    collector: owner,
    markupPercent: 10,
  },
]
const onEach = (of: (chain: (typeof chains)[number]) => object) =>
  Object.fromEntries(chains.map((chain) => [chain.caip2, of(chain)]))

/**
 * Environment variables that give a gateway the tokens, price feeds, exchanges, faucets, smart accounts and sponsored fees of the
 * local chains.
 */
export const gatewayEnv = {
  TOKENS: JSON.stringify({
    ...Object.fromEntries(
      devnetManifest.chains.map(({ caip2, tokens }) => [
        caip2,
        [
          ...tokens.map(({ address, symbol, name, decimals }) => ({ address, symbol, name, decimals })),
          ...swapTokens,
        ],
      ]),
    ),
    // The maker trades no other token.
    [solana.caip2]: [{ address: dollar.mint }],
  }),
  DEXES: JSON.stringify(
    Object.fromEntries(
      devnetManifest.chains.map(({ caip2 }) => [
        caip2,
        [
          { id: 'local-v2', kind: 'v2', ...exchange, fees: [3000] },
          { id: 'local-v3', kind: 'v3', ...exchange, fees: [100, 500, 3000, 10_000] },
        ],
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
  // Both EVM networks have the contracts.
  SMART_ACCOUNTS: 'upgraded',
  PAYMASTERS: JSON.stringify(onEach(() => paymaster)),
  SPONSORS: JSON.stringify({ local: onEach(sponsored) }),
  FEE_TOKENS: JSON.stringify(onEach(feeTokens)),
  SPONSOR_KEY_FILE: keyFile('sponsor'),
  RELAYER_KEY_FILE: keyFile('relayer'),
}

// As a program, used by `npm start`, this prints the variables as JSON.
if (import.meta.main) console.log(JSON.stringify(gatewayEnv))
