import { type FungiblePrice, fungiblePriceResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import { type Allowance, allowanceKey } from './allowanceKey.ts'
import type { TokenFacts } from './formatAmount.ts'
import { knownNetworks } from './knownNetworks.ts'
import { readToken } from './readChainFacts.ts'
import { readTokenKind, type TokenKind } from './readTokenKind.ts'

/** The native coin of the network, as far as it is known. `price` is in US dollars, `balance` is the account's in wei. */
export type CoinFacts = {
  symbol: string | undefined
  price: number | undefined
  balance: bigint | undefined
}

/** What is known about a token. `price` is in US dollars for a whole token, `balance` is the account's in base units. */
export type AssetFacts = TokenFacts & {
  kind: TokenKind
  price: number | undefined
  balance: bigint | undefined
}

export type Assets = {
  coin: CoinFacts
  /** By address in lower case. */
  tokens: ReadonlyMap<string, AssetFacts>
  /** What spenders may take now, by `allowanceKey`: read for permissions that are raised or lowered. */
  allowances?: ReadonlyMap<string, bigint> | undefined
}

const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Nothing is known about further tokens, so a transaction with more of them is high risk. */
const maxTokens = 8

/** Reads what is known about the coin and about tokens: kind, symbol and balance from the chain, prices from the gateway. */
export async function readAssets({
  rpc,
  gateway,
  chainId,
  address,
  tokens,
  allowances = [],
}: {
  rpc: Rpc
  gateway: Gateway
  chainId: string
  address: Hex
  /** Addresses in lower case. */
  tokens: readonly string[]
  allowances?: readonly Allowance[] | undefined
}): Promise<Assets> {
  const some = tokens.slice(0, maxTokens)
  const [prices, balance, read, allowed] = await Promise.all([
    readPrices({ gateway, chainId, addresses: [coin, ...some] }),
    rpc(chainId, 'eth_getBalance', [address, 'latest']).then(readAmount, () => undefined),
    Promise.all(some.map((token) => readAsset({ rpc, chainId, address, token }))),
    readAllowances({ rpc, chainId, address, allowances: allowances.slice(0, maxTokens) }),
  ])
  const about = prices.get(coin)
  return {
    // No server is asked for the coin of a well-known network.
    coin: {
      symbol: knownNetworks[chainId]?.coin ?? (about?.symbol || undefined),
      price: priceOf(about),
      balance,
    },
    tokens: new Map(
      some.map((token, index) => {
        const facts = read[index] as Omit<AssetFacts, 'price'>
        const price = prices.get(token)
        // A price is for a whole token, so it means nothing if the decimals are in doubt.
        const isUsable = price !== undefined && Number(price.decimals) === facts.decimals
        return [token, { ...facts, price: isUsable ? priceOf(price) : undefined }]
      }),
    ),
    allowances: allowed,
  }
}

async function readAllowances({
  rpc,
  chainId,
  address,
  allowances,
}: {
  rpc: Rpc
  chainId: string
  address: Hex
  allowances: readonly Allowance[]
}): Promise<ReadonlyMap<string, bigint>> {
  const toWord = (value: string) => value.slice(2).toLowerCase().padStart(64, '0')
  const read = allowances.map(async ({ token, spender }): Promise<[string, bigint][]> => {
    const data = `0xdd62ed3e${toWord(address)}${toWord(spender)}`
    const amount = await rpc(chainId, 'eth_call', [{ to: token, data }, 'latest']).then(
      readAmount,
      () => undefined,
    )
    return amount === undefined ? [] : [[allowanceKey({ token, spender }), amount]]
  })
  return new Map((await Promise.all(read)).flat())
}

async function readAsset({
  rpc,
  chainId,
  address,
  token,
}: {
  rpc: Rpc
  chainId: string
  address: Hex
  token: string
}): Promise<Omit<AssetFacts, 'price'>> {
  const facts = readToken({ rpc, chainId, token })
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  const [{ symbol, decimals }, kind, balance] = await Promise.all([
    facts,
    readTokenKind({ rpc, chainId, token, decimals: facts.then((read) => read.decimals) }),
    rpc(chainId, 'eth_call', [{ to: token, data }, 'latest']).then(readAmount, () => undefined),
  ])
  return { symbol, decimals, kind, balance }
}

/** Reads prices by address; none if the gateway fails. */
async function readPrices({
  gateway,
  chainId,
  addresses,
}: {
  gateway: Gateway
  chainId: string
  addresses: readonly string[]
}): Promise<ReadonlyMap<string, FungiblePrice>> {
  try {
    const body = { currency: 'usd', addresses: addresses.map((address) => `${chainId}:${address}`) }
    const answer = await gateway('/v1/fungible/price', { method: 'POST', body })
    const { fungibles } = fungiblePriceResponse.parse(answer)
    return new Map(fungibles.map((one) => [one.address.slice(chainId.length + 1).toLowerCase(), one]))
  } catch {
    // Without prices the risk is higher; the request can continue.
    return new Map()
  }
}

function priceOf(fungible: FungiblePrice | undefined): number | undefined {
  return fungible?.isPriced ? fungible.price : undefined
}

/** Reads a quantity or a word. */
function readAmount(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}
