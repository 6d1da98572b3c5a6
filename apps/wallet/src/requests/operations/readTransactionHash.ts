import { RpcError, readProperty } from '@portico/protocol'
import type { Hex } from 'viem'
import type { Rpc } from '../../session/createGatewayAccess.ts'
import { askBundler, type OperationBundler } from './askBundler.ts'
import type { StoredOperation } from './storedOperations.ts'

/** How long a page waits for the transaction of an operation. */
const timeoutMs = 60_000
const firstPauseMs = 100
const longestPauseMs = 2000

/**
 * Waits until the bundler has broadcast an operation, and returns the hash of its transaction. The transaction must contain the
 * operation: the bundler could name any other.
 *
 * @throws {RpcError} -32000 with the operation's hash in `data.id` if there is none after a minute
 */
export async function readTransactionHash(
  { rpc, ...bundler }: OperationBundler & { rpc: Rpc },
  { wire, hash }: Pick<StoredOperation, 'wire' | 'hash'>,
  {
    now = Date.now,
    wait = pause,
  }: { now?: () => number; wait?: (milliseconds: number) => Promise<void> } = {},
): Promise<Hex> {
  const end = now() + timeoutMs
  const signature = `${wire.signature}`.slice(2)
  for (let next = firstPauseMs; ; next = Math.min(next * 2, longestPauseMs)) {
    const found = await askBundler(bundler, 'eth_getUserOperationByHash', [hash]).catch(() => undefined)
    const transactionHash = readProperty(found, 'transactionHash')
    if (typeof transactionHash === 'string' && /^0x[0-9a-f]{64}$/.test(transactionHash)) {
      const transaction = await rpc(bundler.chainId, 'eth_getTransactionByHash', [transactionHash]).catch(
        () => undefined,
      )
      if (`${readProperty(transaction, 'input')}`.includes(signature)) return transactionHash as Hex
    }
    if (now() + next > end)
      throw new RpcError({
        rpcCode: -32000,
        message: 'The operation was sent, but it is in no transaction yet.',
        data: { id: hash },
      })
    await wait(next)
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
