import { findNetwork, type State, truncateAddress } from '@portico/core'
import type { GrantedPermission } from '@portico/core/smartAccounts'
import { parseCaipNetworkId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { formatAmount } from '../../../language/format.ts'

/** A permission in the visitor's words. */
export interface DescribedPermission {
  title: string
  /** The most that it can cost until it ends. */
  most: string
  network: string
}

/**
 * Describes a permission. Amounts are shown in full: a limit must never look smaller than it is.
 *
 * @param now milliseconds since 1970
 */
export function describePermission(
  state: State,
  permission: GrantedPermission,
  now: number = Date.now(),
): DescribedPermission {
  const { kind, networkId, period, calls, expiresAt, targets = [] } = permission
  const network =
    findNetwork(state, networkId)?.name ??
    text('permissions.unlisted', { id: parseCaipNetworkId(networkId).reference })
  if (kind === 'contract')
    return {
      network,
      title: text(targets.length === 1 ? 'permissions.call.one' : 'permissions.call'),
      most: calls === undefined ? text('permissions.anyCalls') : text('permissions.calls', { count: calls }),
    }
  const units = BigInt(permission.amount ?? 0)
  const amount = (value: bigint) => formatLimit(state, permission, value)
  if (period === undefined)
    return { network, title: text('permissions.send', { amount: amount(units) }), most: amount(units) }
  const seconds = Math.max(0, expiresAt - Math.floor(now / 1000))
  // A time that is not a multiple of the period begins in one and ends in another.
  const periods = BigInt(Math.ceil(seconds / period) + 1)
  return {
    network,
    title: describePeriod(period, amount(units)),
    most: amount(units * periods),
  }
}

function formatLimit(state: State, { kind, networkId, token }: GrantedPermission, units: bigint): string {
  const { symbol, decimals } =
    kind === 'coin' ? (findNetwork(state, networkId)?.nativeCurrency ?? {}) : (token ?? {})
  if (decimals === undefined || !symbol)
    return text('permissions.units', {
      amount: formatAmount(String(units)),
      token: token ? truncateAddress(token.address) : networkId,
    })
  const digits = String(units).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  // A digit more, because a token may have no decimals.
  return `${formatAmount(`${digits.slice(0, point)}.${digits.slice(point)}0`, { decimals })} ${symbol}`
}

/** Says a period in the largest unit that it is a multiple of, or else in minutes, rounded down. */
function describePeriod(seconds: number, amount: string): string {
  if (seconds % 86_400 === 0) return text('permissions.each.day', { amount, count: seconds / 86_400 })
  if (seconds % 3600 === 0) return text('permissions.each.hour', { amount, count: seconds / 3600 })
  return text('permissions.each.minute', { amount, count: Math.max(1, Math.floor(seconds / 60)) })
}
