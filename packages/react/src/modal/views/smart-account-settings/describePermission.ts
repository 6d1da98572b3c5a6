import { findNetwork, formatAmount, type State, truncateAddress } from '@portico/core'
import type { GrantedPermission } from '@portico/core/smartAccounts'
import { parseCaipNetworkId } from '@portico/protocol'
import { text } from '../../../copy.ts'

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
      most:
        calls === undefined
          ? text('permissions.anyCalls')
          : text(calls === 1 ? 'permissions.call.once' : 'permissions.calls', { count: String(calls) }),
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
    title: text('permissions.sendEach', { amount: amount(units), period: formatPeriod(period) }),
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

/** Formats a number of seconds in the largest unit that it is a multiple of, or else in minutes, rounded down. */
function formatPeriod(seconds: number): string {
  if (seconds % 86_400 === 0) return counted('day', seconds / 86_400)
  if (seconds % 3600 === 0) return counted('hour', seconds / 3600)
  return counted('minute', Math.max(1, Math.floor(seconds / 60)))
}

function counted(unit: 'day' | 'hour' | 'minute', count: number): string {
  return count === 1 ? text(`period.${unit}`) : text(`period.${unit}s`, { count: String(count) })
}
