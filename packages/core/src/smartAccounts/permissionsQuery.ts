import { type CaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import { type FrameResult, frameLimits } from '@portico/protocol/frame'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { authNamespace } from '../embedded/authNamespace.ts'
import { embeddedAccess } from '../embedded/embeddedAccess.ts'
import { FrameMissingError, FrameRequestError } from '../embedded/errors.ts'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'

/** A permission that the visitor has granted to this page (ERC-7715). */
export interface GrantedPermission
  extends Omit<FrameResult<'GET_PERMISSIONS'>['permissions'][number], 'chainId'> {
  networkId: CaipNetworkId
}

/**
 * Returns the query of the permissions that the visitor has granted to this page, the newest first. Empty if the wallet grants none;
 * asks nothing while no account is connected. The query fails if the wallet does not answer.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @example
 * import { getQueryClient } from '@portico/core/data'
 * import { permissionsQuery } from '@portico/core/smartAccounts'
 *
 * const permissions = await getQueryClient(kit).fetchQuery(permissionsQuery(kit))
 */
export function permissionsQuery(kit: Kit): QueryObserverOptions<readonly GrantedPermission[], Error> {
  const connected = getConnected(kit.store.getState(), authNamespace)
  return {
    queryKey: ['permissions', connected?.address],
    staleTime: 0,
    retry: false,
    enabled: connected !== undefined,
    async queryFn() {
      const frame = await embeddedAccess.get(kit)?.getFrame()
      if (!frame) throw new FrameMissingError()
      try {
        const options = { timeout: frameLimits.safeTimeout }
        const answer = await frame.request('GET_PERMISSIONS', undefined, options)
        return answer.permissions.map(
          ({ chainId, ...permission }): GrantedPermission => ({
            ...permission,
            networkId: `${authNamespace}:${chainId}`,
          }),
        )
      } catch (error) {
        if (isUnsupported(error)) return []
        throw error
      }
    },
  }
}

/** Whether the wallet does not know the request: one of an earlier release gives no reason. */
function isUnsupported(error: unknown): boolean {
  if (error instanceof RpcError) return error.rpcCode === rpcErrorCodes.unsupportedMethod
  return error instanceof FrameRequestError && error.reason === undefined
}
