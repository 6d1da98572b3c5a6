import {
  type FungiblePrice,
  fungiblePriceResponse,
  type SimulateResponse,
  simulateResponse,
} from '@portico/protocol/gateway'
import { decodeAbiParameters, type Hex, hexToString } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { TokenFacts } from './formatAmount.ts'
import type { Gateway, Rpc } from './Network.ts'

/** The chain's coin, as far as it is known. `price` is in dollars. */
export type CoinFacts = { symbol: string | undefined; price: number | undefined }

const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** What the gateway says the transaction would do now; undefined if it cannot say. */
export async function simulate({
  gateway,
  transaction: { to, value, data, gas },
  chainId,
  address,
}: {
  gateway: Gateway
  transaction: BuiltTransaction
  chainId: string
  address: Hex
}): Promise<SimulateResponse | undefined> {
  const quantity = (number: bigint) => `0x${number.toString(16)}`
  const call = { ...(to ? { to } : {}), value: quantity(value), data, gas: quantity(gas) }
  try {
    return simulateResponse.parse(
      await gateway('/v1/tx/simulate', { method: 'POST', body: { chainId, from: address, ...call } }),
    )
  } catch {
    // Not to know raises the risk; that is all it does.
    return undefined
  }
}

/** Symbol and price of the chain's coin. */
export async function readCoin({
  gateway,
  chainId,
}: {
  gateway: Gateway
  chainId: string
}): Promise<CoinFacts> {
  try {
    const body = { currency: 'usd', addresses: [`${chainId}:${coin}`] }
    const answer = await gateway('/v1/fungible/price', { method: 'POST', body })
    const [first]: (FungiblePrice | undefined)[] = fungiblePriceResponse.parse(answer).fungibles
    return { symbol: first?.symbol || undefined, price: first?.isPriced ? first.price : undefined }
  } catch {
    return { symbol: undefined, price: undefined }
  }
}

/** Symbol and decimals, as the token's contract states them. */
export async function readToken({
  rpc,
  chainId,
  token,
}: {
  rpc: Rpc
  chainId: string
  token: string
}): Promise<TokenFacts> {
  const ask = (data: Hex) => rpc(chainId, 'eth_call', [{ to: token, data }, 'latest']).catch(() => undefined)
  const [symbol, decimals] = await Promise.all([ask('0x95d89b41'), ask('0x313ce567')])
  return { symbol: readText(symbol), decimals: readDecimals(decimals) }
}

/** Whether code stands at an address; undefined if nobody knows. */
export async function readIsContract({
  rpc,
  chainId,
  address,
}: {
  rpc: Rpc
  chainId: string
  address: string
}): Promise<boolean | undefined> {
  const code = await rpc(chainId, 'eth_getCode', [address, 'latest']).catch(() => undefined)
  return typeof code === 'string' ? code.length > 2 : undefined
}

function readDecimals(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) return undefined
  const decimals = BigInt(value)
  return decimals <= 36n ? Number(decimals) : undefined
}

function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})+$/.test(value) || value.length > 2000)
    return undefined
  try {
    const text =
      value.length === 66
        ? hexToString(value as Hex, { size: 32 })
        : decodeAbiParameters([{ type: 'string' }], value as Hex)[0]
    return text.trim().slice(0, 24) || undefined
  } catch {
    // A token without a symbol is called by its address.
    return undefined
  }
}
