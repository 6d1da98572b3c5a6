import { readProperty } from '@portico/protocol'
import type { Hex } from 'viem'
import type { Ask } from '../Ask.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { sendTransaction } from '../sendTransaction.ts'
import { delegationCoding } from './delegationCoding.ts'
import { grantedPermissions } from './grantedPermissions.ts'
import { permissionChain } from './permissionChain.ts'
import { revocationOf } from './revocationOf.ts'
import { waitFor } from './waitFor.ts'

/**
 * Handles `wallet_revokeExecutionPermission` and `wallet_revokePermissions`: a transaction that ends one permission, by the context that the
 * page got. Answers once it has. A page may revoke any permission of the account that it knows.
 *
 * @throws {RpcError} -32602 for a context that is none of this account, 4001 if the visitor rejects
 */
export const askRevocation: Ask = async ({ id, params, chainId }, context, active) => {
  const { session, rpc, limits } = context
  const [given] = Array.isArray(params) && params.length === 1 ? (params as [unknown]) : []
  const encoded = readProperty(given, 'permissionContext')
  if (typeof encoded !== 'string' || encoded.length > 20_000 || !/^0x([0-9a-fA-F]{2})+$/.test(encoded))
    refuse('Revoking takes one object with permissionContext: the context of the permission.')
  const delegation = delegationCoding.decodeContext(encoded as Hex)
  if (!delegation || delegation.delegator.toLowerCase() !== session.address.toLowerCase())
    refuse('The context is no permission of this account.')
  const hash = delegationCoding.hash(delegation)
  const isRevoked = () => permissionChain.readIsDisabled({ rpc, chainId, hash })
  if (await isRevoked()) return {}
  await limits.admit()
  await sendTransaction(revocationOf(delegation), { id, chainId, context, active })
  void grantedPermissions.markRevoked([hash], context)
  await waitFor(isRevoked, { context, signal: active.signal })
  return {}
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
