import { type SimulateResponse, simulateResponse } from '@portico/protocol/gateway'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { decodeAbiParameters, type Hex, hexToString } from 'viem'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { TokenFacts } from './formatAmount.ts'

/** Simulates a transaction at the gateway; undefined if that fails. */
export async function simulate({
  gateway,
  transaction: { change, to, value, data, gas },
  chainId,
  address,
}: {
  gateway: Gateway
  transaction: BuiltTransaction
  chainId: string
  address: Hex
}): Promise<SimulateResponse | undefined> {
  const quantity = (number: bigint) => `0x${number.toString(16)}`
  // The account does not have the code yet that the calls need.
  const isUpgrade = change?.type === 'turn-on' && data !== '0x'
  const upgrade = isUpgrade ? { delegation: delegatorContracts.EIP7702StatelessDeleGator } : {}
  const call = { ...(to ? { to } : {}), ...upgrade, value: quantity(value), data, gas: quantity(gas) }
  try {
    return simulateResponse.parse(
      await gateway('/v1/tx/simulate', { method: 'POST', body: { chainId, from: address, ...call } }),
    )
  } catch {
    // Without a simulation the risk is higher; the request can continue.
    return undefined
  }
}

/** Reads symbol and decimals from the token's contract. */
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

/** Whether an address has code; undefined if that cannot be read. */
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
    // Tokens without a symbol are shown by their address.
    return undefined
  }
}
