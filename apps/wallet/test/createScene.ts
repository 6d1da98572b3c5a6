import { formatUnits, type Hex } from 'viem'
import type { AssetFacts, Assets } from '../src/requests/readAssets.ts'
import type { Random } from './createRandom.ts'
import { now, owner } from './typedDataRequests.ts'

export type SceneToken = {
  address: Hex
  symbol: string
  decimals: number
  price: number | undefined
  balance: bigint
}
export type SceneNft = { address: Hex; symbol: string | undefined; id: bigint }
export type Scene = ReturnType<typeof createScene>

/** Dollars that a transaction may be worth, and the share of a balance that it may move, without being high risk. */
export const limits = { usd: 100, share: 0.5 }

const networks = [
  { chainId: 'eip155:1', coin: 'ETH', price: 3400, wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
  { chainId: 'eip155:8453', coin: 'ETH', price: 3400, wrapped: '0x4200000000000000000000000000000000000006' },
  { chainId: 'eip155:137', coin: 'POL', price: 0.4, wrapped: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270' },
  {
    chainId: 'eip155:42161',
    coin: 'ETH',
    price: 3400,
    wrapped: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  },
] as const
const testNetwork = { chainId: 'eip155:11155111', coin: 'ETH', price: undefined, wrapped: undefined } as const
const symbols = [
  ['USDC', 6, 1],
  ['USDT', 6, 1],
  ['DAI', 18, 1],
  ['WBTC', 8, 64_000],
  ['LINK', 18, 17],
  ['UNI', 18, 9],
  ['AAVE', 18, 140],
  ['PEPE', 18, undefined],
  ['GHO', 18, 1],
  ['ARB', 18, 0.8],
] as const
const collections = ['BAYC', 'AZUKI', 'PPG', 'ENS', 'UNI-V3-POS', undefined]
const sites = [
  ['app.uniswap.org', 'Uniswap'],
  ['opensea.io', 'OpenSea'],
  ['app.aave.com', 'Aave'],
  ['swap.cow.fi', 'CoW Swap'],
  ['forum.example', 'The Forum'],
  ['claim-airdrop.example', 'Official Airdrop'],
  ['pay.example', 'Pay Example'],
  ['play.castle.example', 'Castle'],
] as const

/** Chooses where a random request is made: the site, the network, and what the account has on it. */
export function createScene(random: Random, { isTest = false } = {}) {
  const network = isTest ? testNetwork : random.pick(networks)
  const [host, siteName] = random.pick(sites)
  const balanceOf = (decimals: number, price: number | undefined): bigint =>
    BigInt(Math.round((random.integer(400, 90_000) / (price ?? 0.001)) * 1e6)) * 10n ** BigInt(decimals - 6)
  const tokens = symbols.map(([symbol, decimals, price]): SceneToken => {
    const known = isTest ? undefined : price
    return { address: random.address(), symbol, decimals, price: known, balance: balanceOf(decimals, price) }
  })
  const coin = { symbol: network.coin, price: network.price, balance: balanceOf(18, network.price ?? 3400) }
  const wrapped: SceneToken | undefined = network.wrapped && {
    address: network.wrapped as Hex,
    symbol: `W${network.coin}`,
    decimals: 18,
    price: network.price,
    balance: balanceOf(18, network.price),
  }
  const nfts = collections.map(
    (symbol): SceneNft => ({ address: random.address(), symbol, id: BigInt(random.integer(0, 9999)) }),
  )
  const facts = new Map<string, AssetFacts>()
  for (const { address, ...token } of [...tokens, ...(wrapped ? [wrapped] : [])])
    facts.set(address.toLowerCase(), { kind: 'erc20', ...token })
  for (const { address, symbol } of nfts)
    facts.set(address.toLowerCase(), { kind: 'nft', symbol, price: undefined, balance: undefined })
  const assets: Assets = { coin, tokens: facts }
  return {
    account: owner as Hex,
    now,
    chainId: network.chainId,
    host,
    siteName,
    coin: { ...coin, decimals: 18 },
    wrapped,
    tokens,
    nfts,
    assets,
    token: () => random.pick(tokens.filter(({ price }) => price !== undefined || isTest)),
    unpriced: () => random.pick(tokens.filter(({ price }) => price === undefined)),
    nft: () => random.pick(nfts),
    /** An amount that is worth a few dollars. */
    small: (token: { decimals: number; price: number | undefined }) =>
      amountFor(token, random.integer(2, 70)),
    /** An amount above the limit. */
    large: (token: { decimals: number; price: number | undefined }) =>
      amountFor(token, random.integer(150, 40_000)),
    /** Seconds since 1970. */
    soon: () => Math.floor(now / 1000) + random.pick([1200, 1800, 3600, 86_400]),
    later: () => Math.floor(now / 1000) + 86_400 * random.integer(2, 300),
  }

  function amountFor(
    { decimals, price }: { decimals: number; price: number | undefined },
    dollars: number,
  ): bigint {
    const whole = dollars / (price ?? 0.001)
    return BigInt(Math.round(whole * 1e4)) * 10n ** BigInt(decimals - 4)
  }
}

/** Writes an amount as people do: "1,234.5 USDC". */
export function write(amount: bigint, { symbol, decimals }: { symbol: string; decimals: number }): string {
  const [whole = '0', fraction] = formatUnits(amount, decimals).split('.')
  return `${BigInt(whole).toLocaleString('en')}${fraction ? `.${fraction}` : ''} ${symbol}`
}

/** Writes a time in seconds since 1970 as the wallet does. */
export function writeTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function writeNft(
  { address, symbol }: { address: Hex; symbol: string | undefined },
  id: bigint,
): string {
  return `NFT #${id} (${symbol ?? `${address.slice(0, 6)}…${address.slice(-4)}`})`
}
