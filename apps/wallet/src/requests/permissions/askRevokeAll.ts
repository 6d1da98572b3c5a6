import { rpcErrorCodes } from '@portico/protocol'
import type { Ask } from '../Ask.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { sendForHash } from '../sendForHash.ts'
import { turnOffCall } from '../turnOffCall.ts'
import { grantedPermissions } from './grantedPermissions.ts'
import { permissionChain } from './permissionChain.ts'

/**
 * Handles `REVOKE_ALL_PERMISSIONS`: a transaction that ends all permissions on a network, also those of other pages and those that no list
 * has. Returns its hash.
 */
export const askRevokeAll: Ask = async ({ id, chainId }, context, active) => {
  const { session, rpc } = context
  // It does not depend on what the gateway says of the network: there need only be the contract that is called.
  await permissionChain.readNonce({ rpc, chainId, address: session.address }).catch(() => {
    throw new RequestRefusedError({
      reason: `The permissions on ${chainId} cannot be read, or there are none.`,
      rpcCode: rpcErrorCodes.unsupportedMethod,
    })
  })
  await context.limits.admit()
  const all = await grantedPermissions.read(context)
  const none = undefined
  const fields = { gas: none, maxFeePerGas: none, maxPriorityFeePerGas: none, nonce: none }
  const sent = await sendForHash({ ...turnOffCall, ...fields }, { id, chainId, context, active })
  const ended = all.filter((one) => one.chainId === chainId).map(({ hash }) => hash)
  void grantedPermissions.markRevoked(ended, context)
  return sent
}
