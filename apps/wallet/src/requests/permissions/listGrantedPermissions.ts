import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { AskContext } from '../Ask.ts'
import { grantedPermissions } from './grantedPermissions.ts'
import { readPermissionStates } from './readPermissionStates.ts'
import type { Allowed } from './Terms.ts'
import { toHexId } from './toHexId.ts'

/** Milliseconds. The page waits for ten seconds, and the states take four. */
const timeoutMs = 2500

/**
 * Answers `wallet_getGrantedExecutionPermissions`: those that are valid, of this page, and were granted in this browser. Only there is the
 * signature, which the context needs.
 */
export async function listGrantedPermissions(
  context: Pick<AskContext, 'session' | 'store' | 'gateway' | 'rpc' | 'now'>,
): Promise<object[]> {
  const { address: from, origin } = context.session
  const own = (await grantedPermissions.read({ ...context, timeoutMs })).filter(
    (one) => one.origin === origin && one.context !== undefined,
  )
  const states = await readPermissionStates(own.slice(0, 200), context)
  return states
    .filter(({ state }) => state === 'active')
    .map(({ permission }) => {
      const { delegate, expiresAt, allowed } = permission.terms
      const calls =
        allowed.kind === 'contract' ? [{ type: 'call-limit', data: { count: allowed.calls } }] : []
      return {
        chainId: toHexId(permission.chainId),
        from,
        to: delegate,
        permission: { isAdjustmentAllowed: false, ...toPermission(allowed) },
        rules: [{ type: 'expiry', data: { timestamp: expiresAt } }, ...calls],
        context: permission.context,
        dependencies: [],
        delegationManager: delegatorContracts.DelegationManager,
      }
    })
}

function toPermission(allowed: Allowed): { type: string; data: object } {
  if (allowed.kind === 'contract')
    return { type: 'contract-call', data: { addresses: allowed.targets, calls: allowed.selectors } }
  const { kind, amount, period } = allowed
  const prefix = kind === 'coin' ? 'native-token' : 'erc20-token'
  const token = kind === 'token' ? { tokenAddress: allowed.token } : {}
  const hex = `0x${amount.toString(16)}`
  if (!period) return { type: `${prefix}-transfer`, data: { ...token, allowance: hex } }
  const { seconds: periodDuration, startsAt: startTime } = period
  return { type: `${prefix}-periodic`, data: { ...token, periodAmount: hex, periodDuration, startTime } }
}
