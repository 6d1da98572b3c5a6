import type { Endpoint, Transfer, TransferPlan, TransferRefusal, TransferSpeed } from '@portico/core'
import { createClient } from '../assets/createClient.ts'
import { type Estimate, estimateGas } from './estimateGas.ts'
import { readDataFee } from './readDataFee.ts'
import { readDecimals } from './readDecimals.ts'
import { type Fees, readFees } from './readFees.ts'
import { readPayee } from './readPayee.ts'
import { readQuantity } from './readQuantity.ts'
import { rehearseToken } from './rehearseToken.ts'
import { type Call, toCall } from './toCall.ts'

/** What the wallet gets with `eth_sendTransaction`. */
export type TransactionRequest = Call & {
  gas?: string
  gasPrice?: string
  maxFeePerGas?: string
  maxPriorityFeePerGas?: string
}

/** Reads from the network what a transfer costs, and whether it would succeed. */
export async function planTransfer({
  transfer,
  isMaximum = false,
  speed,
  ...endpoint
}: Endpoint & {
  transfer: Transfer
  isMaximum?: boolean | undefined
  speed?: TransferSpeed | undefined
}): Promise<TransferPlan> {
  const call = toCall(transfer)
  if (!call) return { transfer, fee: 0n, refusal: 'not-transferable', notes: [], request: undefined }
  const client = createClient(endpoint)
  const { from, token, amount } = transfer
  const [fees, dataFee, payee, balance, estimate, gets, decimals] = await Promise.all([
    readFees(client, speed),
    readDataFee(client, call.data),
    readPayee(client, transfer),
    client.request({ method: 'eth_getBalance', params: [from, 'latest'] }).then(readQuantity),
    estimateGas(client, call, transfer),
    token === undefined ? undefined : rehearseToken(client, { ...transfer, token }),
    token === undefined ? undefined : readDecimals(client, token),
  ])
  // The amount was shown with other decimals, so it would be another amount.
  const isShownRight = [undefined, decimals ?? 0].includes(transfer.decimals)
  const left = balance - BigInt(call.value) - dataFee
  // With the maximum, the rest of the balance is the fee, even if the price has risen meanwhile.
  const price = isMaximum ? smaller(fees.highest, left > 0n ? left / estimate.limit : 0n) : fees.highest
  return {
    transfer,
    fee: estimate.limit * price + dataFee,
    gets: gets !== undefined && gets < amount ? gets : undefined,
    refusal: isShownRight
      ? findRefusal({ call, payee, balance, left, fees, price, estimate, gets, amount })
      : 'not-transferable',
    notes: [
      ...(payee === 'contract' ? (['contract'] as const) : []),
      ...(estimate.result === 'unknown' && gets === undefined ? (['not-simulated'] as const) : []),
    ],
    call: { to: call.to, value: call.value, ...(call.data ? { data: call.data } : {}) },
    request: {
      ...call,
      ...(isMaximum ? { gas: toHex(estimate.limit) } : {}),
      // Otherwise the wallet chooses the fee, and shows it.
      ...(isMaximum || speed ? toFeeFields(fees, price) : {}),
    } satisfies TransactionRequest,
  }
}

function findRefusal({
  call,
  payee,
  balance,
  left,
  fees,
  price,
  estimate,
  gets,
  amount,
}: {
  call: Call
  payee: Awaited<ReturnType<typeof readPayee>>
  balance: bigint
  left: bigint
  fees: Fees
  price: bigint
  estimate: Estimate
  gets: bigint | undefined
  amount: bigint
}): TransferRefusal | undefined {
  if (payee === 'token') return 'not-payable'
  if (BigInt(call.value) > balance) return 'fails'
  const least = fees.base + fees.tip
  if (price < least || estimate.gas * least > left) return 'no-fee'
  // A token may report success and move nothing.
  return estimate.result === 'fails' || (gets === 0n && amount > 0n) ? 'fails' : undefined
}

function toFeeFields({ tip, hasBase }: Fees, price: bigint): Partial<TransactionRequest> {
  if (!hasBase) return { gasPrice: toHex(price) }
  return { maxFeePerGas: toHex(price), maxPriorityFeePerGas: toHex(smaller(tip, price)) }
}

const toHex = (value: bigint): string => `0x${value.toString(16)}`
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
