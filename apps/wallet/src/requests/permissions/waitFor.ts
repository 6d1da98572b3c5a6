import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { AskContext } from '../Ask.ts'
import { attempt } from '../attempt.ts'
import { permissionCopy as copy } from './copy.ts'

/** Milliseconds between two looks, and how many before the visitor is asked whether to go on. */
const interval = 1000
const maxLooks = 60

/**
 * Shows that the wallet waits, until a transaction has had its effect on the chain.
 *
 * @throws {RpcError} when the visitor no longer waits
 */
export async function waitFor(
  isDone: () => Promise<boolean>,
  { context, signal }: { context: AskContext; signal: AbortSignal },
): Promise<void> {
  await attempt({
    name: 'transaction',
    text: copy.waiting,
    failure: copy.notDone,
    context,
    signal,
    step: async () => {
      for (let look = 0; look < maxLooks; look += 1) {
        if (look > 0) await new Promise((resolve) => setTimeout(resolve, interval))
        // A node that does not answer may do so at the next look.
        if (await isDone().catch(() => false)) return
      }
      throw new RpcError({
        rpcCode: rpcErrorCodes.resourceUnavailable,
        message: 'The transaction was sent, and is not included yet.',
      })
    },
  })
}
