import { RpcError, readProperty } from '@portico/protocol'
import type { Hex } from 'viem'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import { assertTransaction } from './assertTransaction.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import type { RequestedTransaction } from './readTransaction.ts'

/** Priority fee if the upstream suggests none: 1.5 gwei, in wei. */
const defaultPriorityFee = 1_500_000_000n
const maxGas = 30_000_000n

/**
 * Completes a transaction: the nonce (leased from the gateway, so that two tabs never use the same one), the gas limit with a
 * margin, and fees for the next blocks.
 *
 * @throws {RequestRefusedError} if the transaction would fail, or the page sets a nonce that is not the next one: a page must
 * not replace a transaction
 */
export async function buildTransaction({
  requested,
  rpc,
  gateway,
  chainId,
  address,
  requestId,
}: {
  requested: RequestedTransaction
  rpc: Rpc
  gateway: Gateway
  chainId: string
  address: Hex
  requestId: string
}): Promise<BuiltTransaction> {
  const call = {
    from: address,
    value: toQuantity(requested.value),
    data: requested.data,
    ...(requested.to ? { to: requested.to } : {}),
  }
  const [block, tip, estimate] = await Promise.all([
    rpc(chainId, 'eth_getBlockByNumber', ['latest', false]),
    rpc(chainId, 'eth_maxPriorityFeePerGas', []).catch(() => undefined),
    requested.gas ?? rpc(chainId, 'eth_estimateGas', [call]).then(readQuantity, explainFailure),
  ])
  const baseFee = readQuantity(readProperty(block, 'baseFeePerGas')) ?? 0n
  if (estimate === undefined)
    throw new RpcError({ rpcCode: -32603, message: 'The upstream returned no gas estimate.' })
  // A call may need more gas in a later block; a plain transfer always needs the same.
  const gas = requested.gas ?? (estimate === 21_000n ? estimate : (estimate * 5n) / 4n)
  if (gas < 21_000n || gas > maxGas) refuse('The gas limit of the transaction is out of range.')
  let maxPriorityFeePerGas = requested.maxPriorityFeePerGas ?? readQuantity(tip) ?? defaultPriorityFee
  const maxFeePerGas = requested.maxFeePerGas ?? baseFee * 2n + maxPriorityFeePerGas
  if (requested.maxPriorityFeePerGas === undefined && maxPriorityFeePerGas > maxFeePerGas)
    maxPriorityFeePerGas = maxFeePerGas
  assertTransaction({ account: address, to: requested.to, maxFeePerGas, maxPriorityFeePerGas })

  const nonce = await leaseNonce({ gateway, chainId, address, requestId })
  if (requested.nonce !== undefined && requested.nonce !== nonce)
    refuse(
      `The transaction has nonce ${requested.nonce}, but the next one is ${nonce}. This wallet does not replace transactions.`,
    )
  const { to, value, data } = requested
  const id = Number(chainId.slice('eip155:'.length))
  return { type: 'eip1559', chainId: id, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, to, value, data }
}

/** Leases the account's next nonce for a minute. The same request gets the same nonce. */
export async function leaseNonce({
  gateway,
  chainId,
  address,
  requestId,
}: {
  gateway: Gateway
  chainId: string
  address: Hex
  requestId: string
}): Promise<number> {
  const answer = await gateway('/wallet/v1/nonces', { method: 'POST', body: { chainId, address, requestId } })
  const nonce = readProperty(answer, 'nonce')
  if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce) || nonce < 0)
    throw new RpcError({ rpcCode: -32603, message: 'The gateway returned no nonce.' })
  return nonce
}

function explainFailure(error: unknown): never {
  // The message may come from the contract: it is returned to the page, and never shown to the visitor.
  throw new RequestRefusedError({
    reason: `The transaction would fail: ${error instanceof RpcError ? error.shortMessage : 'the gas cannot be estimated'}`,
    rpcCode: -32003,
  })
}

function readQuantity(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
