import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import type { Hex } from 'viem'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import { assertTransaction } from './assertTransaction.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { readBatch } from './readBatch.ts'
import { delegationCode, foreignCode, readDelegation } from './readDelegation.ts'
import type { RequestedTransaction } from './readTransaction.ts'

/** Priority fee if the upstream suggests none: 1.5 gwei, in wei. */
const defaultPriorityFee = 1_500_000_000n
const maxGas = 30_000_000n
/** What an authorization costs besides the calls (EIP-7702). */
const authorizationGas = 25_000n

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
  const isBatch = readBatch(requested, address) !== undefined
  const isUpgrade = isBatch && (await needsUpgrade({ rpc, chainId, address }))
  const overrides = isUpgrade ? ['latest', { [address]: { code: delegationCode } }] : []
  const [block, tip, estimate] = await Promise.all([
    rpc(chainId, 'eth_getBlockByNumber', ['latest', false]),
    rpc(chainId, 'eth_maxPriorityFeePerGas', []).catch(() => undefined),
    requested.gas ?? rpc(chainId, 'eth_estimateGas', [call, ...overrides]).then(readQuantity, explainFailure),
  ])
  const baseFee = readQuantity(readProperty(block, 'baseFeePerGas')) ?? 0n
  if (estimate === undefined)
    throw new RpcError({ rpcCode: -32603, message: 'The upstream returned no gas estimate.' })
  // A call may need more gas in a later block; a plain transfer always needs the same.
  const gas =
    requested.gas ??
    (estimate === 21_000n ? estimate : (estimate * 5n) / 4n) + (isUpgrade ? authorizationGas : 0n)
  if (gas < 21_000n || gas > maxGas) refuse('The gas limit of the transaction is out of range.')
  let maxPriorityFeePerGas = requested.maxPriorityFeePerGas ?? readQuantity(tip) ?? defaultPriorityFee
  const maxFeePerGas = requested.maxFeePerGas ?? baseFee * 2n + maxPriorityFeePerGas
  if (requested.maxPriorityFeePerGas === undefined && maxPriorityFeePerGas > maxFeePerGas)
    maxPriorityFeePerGas = maxFeePerGas
  assertTransaction({ account: address, to: requested.to, maxFeePerGas, maxPriorityFeePerGas })

  const nonce = await leaseNonce({ gateway, chainId, address, requestId, isUpgrade })
  if (isBatch) await refuseIfChanged({ rpc, chainId, address, nonce, isUpgrade })
  if (requested.nonce !== undefined && requested.nonce !== nonce)
    refuse(
      `The transaction has nonce ${requested.nonce}, but the next one is ${nonce}. This wallet does not replace transactions.`,
    )
  const { to, value, data } = requested
  const id = Number(chainId.slice('eip155:'.length))
  const type = isUpgrade ? 'eip7702' : 'eip1559'
  return { type, chainId: id, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, to, value, data }
}

/**
 * Leases the account's next nonce for a minute, and the one after it for the authorization of an upgrade. The same request gets the same
 * nonce.
 */
export async function leaseNonce({
  gateway,
  chainId,
  address,
  requestId,
  isUpgrade,
}: {
  gateway: Gateway
  chainId: string
  address: Hex
  requestId: string
  isUpgrade: boolean
}): Promise<number> {
  const body = { chainId, address, requestId, ...(isUpgrade ? { count: 2 } : {}) }
  const answer = await gateway('/wallet/v1/nonces', { method: 'POST', body })
  const nonce = readProperty(answer, 'nonce')
  if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce) || nonce < 0)
    throw new RpcError({ rpcCode: -32603, message: 'The gateway returned no nonce.' })
  return nonce
}

/** Whether the account must be upgraded to execute a batch. @throws {RequestRefusedError} 5760 if its code is another wallet's */
async function needsUpgrade(account: { rpc: Rpc; chainId: string; address: Hex }): Promise<boolean> {
  const delegation = await readDelegation(account)
  if (delegation === 'foreign') throw new RequestRefusedError(foreignCode)
  return delegation === 'none'
}

/**
 * Nodes keep one pending transaction of an account with code, and an authorization is void unless its nonce is the next one. The code
 * is read once more after the nonce: if it changes later, the nonce is used, and the transaction is void.
 *
 * @throws {RpcError} `account-busy` while another transaction of the account is pending
 */
async function refuseIfChanged({
  nonce,
  isUpgrade,
  ...account
}: {
  rpc: Rpc
  chainId: string
  address: Hex
  nonce: number
  isUpgrade: boolean
}): Promise<void> {
  const { rpc, chainId, address } = account
  const count = readQuantity(await rpc(chainId, 'eth_getTransactionCount', [address, 'latest']))
  if (count === BigInt(nonce) && (await needsUpgrade(account)) === isUpgrade) return
  throw new RpcError({
    rpcCode: rpcErrorCodes.resourceUnavailable,
    message: 'Another transaction of this account is pending: try again when it is done.',
    code: 'account-busy',
  })
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
