import type { AskContext } from '../Ask.ts'
import { bestEffort } from '../bestEffort.ts'
import type { GrantedPermission } from './GrantedPermission.ts'
import { permissionChain } from './permissionChain.ts'

type PermissionState = 'active' | 'revoked' | 'expired'

/** Milliseconds. A host page waits for ten seconds. */
const timeoutMs = 4000

/** Reads from the chain which permissions are valid. One that cannot be read in time counts as valid: the visitor can revoke it. */
export async function readPermissionStates(
  permissions: readonly GrantedPermission[],
  { session: { address }, rpc, now }: Pick<AskContext, 'session' | 'rpc' | 'now'>,
): Promise<{ permission: GrantedPermission; state: PermissionState }[]> {
  const nonces = new Map<string, Promise<bigint | undefined>>()
  const readNonce = (chainId: string) => {
    const reading =
      nonces.get(chainId) ?? bestEffort(permissionChain.readNonce({ rpc, chainId, address }), timeoutMs)
    nonces.set(chainId, reading)
    return reading
  }
  return Promise.all(
    permissions.map(async (permission) => {
      const { chainId, hash, nonce, terms } = permission
      if (terms.expiresAt <= now() / 1000) return { permission, state: 'expired' }
      const [current, isDisabled] = await Promise.all([
        readNonce(chainId),
        bestEffort(permissionChain.readIsDisabled({ rpc, chainId, hash }), timeoutMs),
      ])
      // A later number is of a node that reported too high a one: it would become valid with "Revoke all".
      if (current !== undefined && nonce < current) return { permission, state: 'revoked' }
      return { permission, state: isDisabled ? 'revoked' : 'active' }
    }),
  )
}
