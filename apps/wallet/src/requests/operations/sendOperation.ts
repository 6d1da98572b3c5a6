import { delegatorContracts } from '@portico/protocol/smartAccount'
import { askBundler, type OperationBundler } from './askBundler.ts'
import type { StoredOperation } from './storedOperations.ts'

/**
 * Sends an operation. Every time the same bytes are sent, so that it is executed once.
 *
 * @throws {RpcError} if the bundler refuses it, and does not have it
 */
export async function sendOperation(
  bundler: OperationBundler,
  { wire, hash }: StoredOperation,
): Promise<void> {
  try {
    const named = await askBundler(bundler, 'eth_sendUserOperation', [wire, delegatorContracts.EntryPoint])
    if (named !== hash) throw new Error('The gateway returned the hash of another operation.')
  } catch (error) {
    // The bundler may have accepted it anyway, or already have it.
    const found = await askBundler(bundler, 'eth_getUserOperationByHash', [hash]).catch(() => undefined)
    if (!found) throw error
  }
}
