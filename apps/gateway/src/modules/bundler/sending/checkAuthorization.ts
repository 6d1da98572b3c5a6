import { recoverAuthorizationAddress } from 'viem/utils'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import type { UserOperation } from '../operation/UserOperation.ts'

/** Half the order of secp256k1: nodes ignore authorizations with a larger `s`. */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Checks that the sender itself signed the authorization of an operation. One that is invalid would be ignored by the chain, and the
 * operation would then fail at the relayer's cost.
 *
 * @throws {BundlerError}
 */
export async function checkAuthorization({
  sender,
  authorization,
}: Pick<UserOperation, 'sender' | 'authorization'>): Promise<void> {
  if (!authorization) return
  const { chainId, nonce, ...rest } = authorization
  const signer = await recoverAuthorizationAddress({
    authorization: { ...rest, chainId: Number(chainId), nonce: Number(nonce) },
  }).catch(() => undefined)
  if (signer?.toLowerCase() !== sender || BigInt(authorization.s) > maxS)
    throw new BundlerError({
      rpcCode: bundlerErrorCodes.invalidSignature,
      message: 'The eip7702Auth is not signed by the sender.',
    })
}
