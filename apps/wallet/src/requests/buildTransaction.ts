import { RpcError, readProperty } from '@portico/protocol'
import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { Gateway, Rpc } from './Network.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import type { AskedTransaction } from './readTransaction.ts'

/** Without a word of the node about tips: 1.5 gwei. */
const usualTip = 1_500_000_000n
const mostGas = 30_000_000n

/**
 * Fills in what the page left open: the nonce (leased from the gateway, so that two tabs never use one twice), the gas
 * with a margin, and fees for the next blocks.
 *
 * @throws {RequestRefusedError} if the transaction would fail, or the page wants a nonce that is not the next one:
 * replacing a transaction is not something a page may do unseen.
 */
export async function buildTransaction({
  asked,
  rpc,
  gateway,
  chainId,
  address,
  requestId,
}: {
  asked: AskedTransaction
  rpc: Rpc
  gateway: Gateway
  chainId: string
  address: Hex
  requestId: string
}): Promise<BuiltTransaction> {
  const call = {
    from: address,
    value: toQuantity(asked.value),
    data: asked.data,
    ...(asked.to ? { to: asked.to } : {}),
  }
  const [block, tip, estimate] = await Promise.all([
    rpc(chainId, 'eth_getBlockByNumber', ['latest', false]),
    rpc(chainId, 'eth_maxPriorityFeePerGas', []).catch(() => undefined),
    asked.gas ?? rpc(chainId, 'eth_estimateGas', [call]).then(readQuantity, explainFailure),
  ])
  const baseFee = readQuantity(readProperty(block, 'baseFeePerGas')) ?? 0n
  if (estimate === undefined) throw new RpcError({ rpcCode: -32603, message: 'The node answers no gas.' })
  // Between two blocks a call may come to need more; a plain transfer never does.
  const gas = asked.gas ?? (estimate === 21_000n ? estimate : (estimate * 5n) / 4n)
  if (gas < 21_000n || gas > mostGas) refuse('The transaction asks for an impossible amount of gas.')
  let maxPriorityFeePerGas = asked.maxPriorityFeePerGas ?? readQuantity(tip) ?? usualTip
  const maxFeePerGas = asked.maxFeePerGas ?? baseFee * 2n + maxPriorityFeePerGas
  if (asked.maxPriorityFeePerGas === undefined && maxPriorityFeePerGas > maxFeePerGas)
    maxPriorityFeePerGas = maxFeePerGas
  if (maxPriorityFeePerGas > maxFeePerGas) refuse('maxPriorityFeePerGas is greater than maxFeePerGas.')

  const nonce = await leaseNonce({ gateway, chainId, address, requestId })
  if (asked.nonce !== undefined && asked.nonce !== nonce)
    refuse(
      `The page wants nonce ${asked.nonce}, the next one is ${nonce}. This wallet does not replace transactions.`,
    )
  const { to, value, data } = asked
  const id = Number(chainId.slice('eip155:'.length))
  return { type: 'eip1559', chainId: id, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, to, value, data }
}

/** The next nonce of the account, held for a minute. The same request gets the same one. */
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
    throw new RpcError({ rpcCode: -32603, message: 'The gateway answers no nonce.' })
  return nonce
}

function explainFailure(error: unknown): never {
  // The node's words may be the contract's: they go to the page, and are drawn for nobody.
  throw new RequestRefusedError({
    reason: `The transaction would fail: ${error instanceof RpcError ? error.shortMessage : 'no gas can be found'}`,
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
