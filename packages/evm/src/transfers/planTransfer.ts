import type { Endpoint, RpcClient, Transfer, TransferPlan } from '@portico/core'
import { RpcError } from '@portico/protocol'
import { createClient } from '../assets/createClient.ts'
import { encodeTransfer } from './encodeTransfer.ts'
import { highestPrice, readDataFee, readFees } from './readFees.ts'

/** What the wallet gets with `eth_sendTransaction`. */
export type TransactionRequest = {
  from: string
  to: string
  value: string
  data?: string
  gas?: string
  gasPrice?: string
  maxFeePerGas?: string
  maxPriorityFeePerGas?: string
}

/** Gas of a transfer of the coin to an account without code. */
const plainGas = 21_000n
/** The code of an account that has delegated to a contract (EIP-7702) starts with it. The account can still send. */
const delegation = '0xef0100'

const toHex = (value: bigint): string => `0x${value.toString(16)}`

/** Reads from the network what a transfer costs, and whether it would succeed. */
export async function planTransfer({
  transfer,
  isMaximum = false,
  ...endpoint
}: Endpoint & { transfer: Transfer; isMaximum?: boolean | undefined }): Promise<TransferPlan> {
  const client = createClient(endpoint)
  const call = toCall(transfer)
  const [fees, dataFee, code, balance, gas] = await Promise.all([
    readFees(client),
    readDataFee(client),
    readCode(client, transfer.to),
    readBalance(client, transfer.from),
    estimateGas(client, call),
  ])
  const limit = withReserve(gas ?? plainGas)
  // A block charges about half of the highest price.
  const least = BigInt(call.value) + ((gas ?? plainGas) * highestPrice(fees)) / 2n + dataFee
  const hex = Object.fromEntries(Object.entries(fees).map(([name, value]) => [name, toHex(value)]))
  return {
    transfer,
    fee: limit * highestPrice(fees) + dataFee,
    refusal: gas === undefined || least > balance ? 'fails' : undefined,
    notes: code !== '0x' && !code.startsWith(delegation) ? ['contract'] : [],
    // Otherwise the wallet chooses the fee, and shows it.
    request: isMaximum ? { ...call, gas: toHex(limit), ...hex } : call,
  }
}

/** Returns how much of the coin is left for the recipient when the highest fee is paid from the balance. */
export async function getMaximum({
  from,
  to,
  balance,
  ...endpoint
}: Endpoint & { from: string; to?: string | undefined; balance: bigint }): Promise<bigint> {
  const { fee } = await planTransfer({ ...endpoint, transfer: { from, to: to ?? from, amount: 0n } })
  return balance > fee ? balance - fee : 0n
}

/** A quarter more than estimated: what is not used is not charged. */
const withReserve = (gas: bigint): bigint => (gas === plainGas ? gas : (gas * 5n + 3n) / 4n)

function toCall({ from, to, token, amount }: Transfer): TransactionRequest {
  return token === undefined
    ? { from, to, value: toHex(amount) }
    : { from, to: token, value: '0x0', data: encodeTransfer({ to, amount }) }
}

async function readCode(client: RpcClient, address: string): Promise<string> {
  return `${await client.request({ method: 'eth_getCode', params: [address, 'latest'] })}`.toLowerCase()
}

async function readBalance(client: RpcClient, address: string): Promise<bigint> {
  return BigInt(`${await client.request({ method: 'eth_getBalance', params: [address, 'latest'] })}`)
}

/** Estimates the gas; undefined if the network executed the transfer and it failed. */
async function estimateGas(client: RpcClient, call: TransactionRequest): Promise<bigint | undefined> {
  try {
    return BigInt(`${await client.request({ method: 'eth_estimateGas', params: [call] })}`)
  } catch (error) {
    if (isRefusedByNetwork(error)) return undefined
    throw error
  }
}

/** Whether a node has executed a transaction and says that it fails; otherwise it cannot tell. */
function isRefusedByNetwork(error: unknown): boolean {
  // 3: execution reverted. Nodes report an insufficient balance under codes of their own.
  return (
    error instanceof RpcError && (error.rpcCode === 3 || /revert|insufficient|exceeds/i.test(error.message))
  )
}
