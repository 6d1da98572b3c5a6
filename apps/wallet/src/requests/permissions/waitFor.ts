import { delay, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { AskContext } from '../Ask.ts'
import { attempt } from '../attempt.ts'
import { bestEffort } from '../bestEffort.ts'
import { permissionText } from './copy.ts'

/** Milliseconds between two reads of the network, and how many before the visitor is asked whether to wait again. */
const pollMs = 1000
const maxReads = 60
/** Milliseconds after which a read counts as one without an answer. */
const readMs = 4000

/**
 * Waits, with a progress view, until a transaction has had its effect on the chain.
 *
 * @throws {RpcError} when the visitor no longer waits
 */
export async function waitFor(
  isDone: () => Promise<boolean>,
  { context, signal }: { context: AskContext; signal: AbortSignal },
): Promise<void> {
  await attempt({
    name: 'transaction',
    text: permissionText('permission.waiting'),
    failure: permissionText('permission.notDone'),
    context,
    signal,
    step: async () => {
      for (let reads = 0; reads < maxReads; reads += 1) {
        if (reads > 0) await delay(pollMs, signal)
        // A node that does not answer may do so at the next read.
        if (await bestEffort(isDone(), readMs)) return
      }
      throw new RpcError({
        rpcCode: rpcErrorCodes.resourceUnavailable,
        message: 'The transaction was sent, and is not included yet.',
      })
    },
  })
}
