import type { AskContext } from '../Ask.ts'
import type { OperationAccount } from './prepareOperation.ts'
import { readOperations } from './storedOperations.ts'

/** Returns the account of a request, with the operations that were signed and that the bundler has not accepted. */
export async function readOperationAccount(
  { session, rpc, gateway, store, now }: Pick<AskContext, 'session' | 'rpc' | 'gateway' | 'store' | 'now'>,
  { chainId, requestId }: { chainId: string; requestId: string },
): Promise<OperationAccount> {
  const { address, origin } = session
  const stored = await readOperations({ origin, address, store, now: now() })
  const unaccepted = stored
    .filter((one) => one.chainId === chainId && one.state !== 'sent')
    .map(({ wire, validUntil }) => ({ nonce: BigInt(`${wire.nonce}`), validUntil }))
  return { rpc, gateway, chainId, address, requestId, unaccepted, now }
}
