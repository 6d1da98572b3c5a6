import type { Ask } from './Ask.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { readDelegate } from './readDelegation.ts'
import { sendForHash } from './sendForHash.ts'
import { turnOffCall } from './turnOffCall.ts'

/**
 * Handles `TURN_OFF_SMART_ACCOUNT`: one transaction removes the account's code on a network, of this wallet or of another, and ends all
 * permissions there. It does not depend on what the gateway says of the network, so that it works whatever the gateway answers. Returns the hash.
 *
 * @throws {RpcError} -32602 if there is nothing to turn off, 4001 if the visitor rejects
 */
export const askTurnOff: Ask = async ({ id, chainId }, context, active) => {
  const { session, rpc, limits } = context
  if (!(await readDelegate({ rpc, chainId, address: session.address })))
    throw new RequestRefusedError({ reason: `The account has no smart-account features on ${chainId}.` })
  await limits.admit()
  const none = undefined
  const fields = { gas: none, maxFeePerGas: none, maxPriorityFeePerGas: none, nonce: none }
  const requested = { ...turnOffCall, ...fields, change: 'turn-off' } as const
  return sendForHash(requested, { id, chainId, context, active })
}
