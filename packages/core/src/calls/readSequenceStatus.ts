import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { CallsReceipt, CallsStatus } from './NamespaceCalls.ts'
import { runningSequences } from './runningSequences.ts'
import type { Sequence } from './Sequence.ts'

/**
 * Reads from the network how far a sequence is. One that this page no longer sends, after a reload or a call that failed, has ended
 * with the transactions it has.
 *
 * @throws {RpcError} 5710 if the kit no longer lists the network; with the code of the network if it cannot be read
 */
export async function readSequenceStatus(kit: Kit, sequence: Sequence): Promise<CallsStatus> {
  const { id, networkId, hashes, total, isReplaced = false } = sequence
  const endpoint = getEndpoint(kit, networkId)
  const calls = await kit.namespaces.get(endpoint?.network.chainNamespace ?? 'eip155')?.calls?.()
  if (!endpoint || !calls)
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedChainId,
      message: `The network ${networkId} is not listed.`,
      metaMessages: ['Add it to `networks`.'],
    })
  // Read before the receipts: a call that is sent in between is then still counted as under way.
  const isRunning = runningSequences.has(id) && hashes.length < total
  const found = await Promise.all(hashes.map((hash) => calls.getReceipt({ ...endpoint, hash })))
  const receipts = found.filter((receipt): receipt is CallsReceipt => receipt !== undefined)
  const open = hashes.length - receipts.length - (isReplaced ? 1 : 0)
  const statusCode = isRunning || open > 0 ? 100 : toStatusCode({ receipts, total })
  const status = statusCode === 100 ? 'pending' : statusCode === 200 ? 'success' : 'failure'
  return { id, networkId, status, statusCode, atomic: false, receipts }
}

function toStatusCode({ receipts, total }: { receipts: readonly CallsReceipt[]; total: number }): number {
  const executed = receipts.filter(({ status }) => status === 'success').length
  if (executed === total) return 200
  if (executed > 0) return 600
  return receipts.length > 0 ? 500 : 400
}
