import { paymasterDataResponse } from '@portico/protocol/gateway'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { size, slice } from 'viem/utils'
import * as z from 'zod/mini'
import { askBundler } from './askBundler.ts'
import { operationCalldata } from './operationCalldata.ts'
import {
  leaseOperationNonce,
  leaseUpgradeNonce,
  type OperationAccount,
  type PreparedOperation,
  toHexNumber,
  unsignedAuthorization,
} from './prepareOperation.ts'
import { toWire } from './signOperation.ts'
import type { UserOperation } from './UserOperation.ts'

/** Seconds that an operation may stay valid for: after that, nobody can execute it any more. */
const maxLifetime = 15 * 60
/** `validAfter` and `validUntil`, six bytes each, and the paymaster's signature in its short form (ERC-2098). */
const paymasterDataSize = 76

/**
 * Completes an operation that was approved: the paymaster signs it, for a limited time. The rest is as it was shown.
 *
 * @throws {RpcError} the bundler's refusal
 * @throws {Error} if the gateway answers with what it must not
 */
export async function finishOperation(
  account: OperationAccount,
  { operation, calls, fee, context, upgrade }: PreparedOperation,
  now: number,
): Promise<{ operation: UserOperation; validUntil: number }> {
  const { paymasterData: stubData, paymaster, ...unpaid } = operation
  const wanted = {
    ...toWire(unpaid),
    ...(upgrade === undefined ? {} : { eip7702Auth: unsignedAuthorization(account.chainId, upgrade) }),
  }
  const id = toHexNumber(account.chainId)
  const [nonce, own, answer] = await Promise.all([
    // The visitor may have taken longer than a minute.
    leaseOperationNonce(account),
    // Of two nonces for a transaction that the visitor did not choose, the second is free again.
    upgrade === undefined ? undefined : leaseUpgradeNonce(account),
    askBundler(account, 'pm_getPaymasterData', [wanted, delegatorContracts.EntryPoint, id, context]),
  ])
  if (nonce !== operation.nonce || own !== upgrade) throw new Error('The gateway returned another nonce.')
  const paid = z.parse(paymasterDataResponse, answer)
  if (paid.paymaster.toLowerCase() !== paymaster.toLowerCase())
    throw new Error('The gateway returned another paymaster.')
  const paymasterData = paid.paymasterData as Hex
  const isOther = context.paymasterUrl !== undefined
  if (isOther ? size(paymasterData) > size(stubData) : size(paymasterData) !== paymasterDataSize)
    throw new Error('The gateway returned other data of the paymaster.')
  // Only somebody else's paymaster knows how long it pays: until its nonce is used, the operation counts as one that may be executed.
  const validUntil = isOther ? Number.MAX_SAFE_INTEGER : Number(slice(paymasterData, 6, 12))
  if (!isOther && !(validUntil > 0 && validUntil <= now / 1000 + maxLifetime))
    throw new Error('The operation would be valid for too long.')
  // It is what was shown: the calls, and the fee.
  if (operation.callData !== operationCalldata.encode({ calls, fee }, account.address))
    throw new Error('The operation differs from what was shown.')
  return { operation: { ...operation, paymasterData }, validUntil }
}
