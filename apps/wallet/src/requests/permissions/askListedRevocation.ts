import { readProperty } from '@portico/protocol'
import type { Ask } from '../Ask.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { sendForHash } from '../sendForHash.ts'
import { grantedPermissions } from './grantedPermissions.ts'
import { revocationOf } from './revocationOf.ts'

/**
 * Handles `REVOKE_PERMISSION`: a transaction that ends one permission of this page's list, on whichever network. Returns its hash.
 *
 * @throws {RpcError} -32602 if it is not in the list, 4001 if the visitor rejects
 */
export const askListedRevocation: Ask = async ({ id, params }, context, active) => {
  const { session, limits } = context
  const hash = readProperty(params, 'id')
  const all = await grantedPermissions.read(context)
  const found = all.find((one) => one.hash === hash && one.origin === session.origin)
  if (!found) throw new RequestRefusedError({ reason: 'There is no such permission.' })
  await limits.admit()
  const { chainId, delegation } = found
  const sent = await sendForHash(revocationOf(delegation), { id, chainId, context, active })
  void grantedPermissions.markRevoked([found.hash], context)
  return sent
}
