import { delay, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Hex } from 'viem'
import { approveText } from '../approve/copy.ts'
import type { AskContext } from './Ask.ts'
import type { ActiveRequest } from './createQueue.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { foreignCode, readDelegation } from './readDelegation.ts'
import { sendTransaction } from './sendTransaction.ts'

/** Milliseconds between two reads of the network. */
const pollMs = 1000
/** Reads of the code once there is a receipt: a node may show the code a moment later. */
const maxReads = 10

/**
 * Turns smart-account features on in a transaction of its own, which the visitor approves, and waits until the account has the code. Until
 * then the request can still be aborted: what follows has not been asked.
 *
 * @throws {RpcError} 4001 if the visitor rejects it or does not wait, -32003 if the account has no code afterwards
 */
export async function turnOn({
  id,
  chainId,
  context,
  active: { signal },
}: {
  /** ID of the request that needs the features. */
  id: string
  chainId: string
  context: AskContext
  active: ActiveRequest
}): Promise<void> {
  const { address } = context.session
  const none = undefined
  const fields = { gas: none, maxFeePerGas: none, maxPriorityFeePerGas: none, nonce: none }
  const { hash } = await sendTransaction(
    { to: address, value: 0n, data: '0x', ...fields, change: 'turn-on' },
    // The request has a nonce of its own for what follows.
    { id: `${id}-on`, chainId, context, active: { signal, commit() {} } },
  )
  await waitUntilOn(hash, { chainId, context, signal })
}

async function waitUntilOn(
  hash: Hex,
  { chainId, context, signal }: { chainId: string; context: AskContext; signal: AbortSignal },
): Promise<void> {
  const { session, rpc, approver } = context
  const rejected = new AbortController()
  const either = AbortSignal.any([signal, rejected.signal])
  approver.showProgress(
    { origin: session.origin, claimedName: session.dapp.name },
    'transaction',
    approveText('approve.turningOn'),
    () => rejected.abort(rejection()),
  )
  for (let reads = 0; reads < maxReads; ) {
    either.throwIfAborted()
    const receipt = await rpc(chainId, 'eth_getTransactionReceipt', [hash]).catch(() => undefined)
    if (receipt) {
      reads += 1
      const read = readDelegation({ rpc, chainId, address: session.address })
      const delegation = await read.catch(() => undefined)
      if (delegation === 'foreign') throw new RequestRefusedError(foreignCode)
      if (delegation === 'own') return either.throwIfAborted()
    }
    await delay(pollMs, either)
  }
  throw new RequestRefusedError({
    reason: 'Smart-account features could not be turned on: another transaction of the account came first.',
    rpcCode: -32003,
  })
}

/** Not a rejection of the upgrade, which was sent. */
function rejection(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.userRejected,
    message: 'User rejected the request while smart-account features were turned on.',
    code: 'request-aborted',
  })
}
