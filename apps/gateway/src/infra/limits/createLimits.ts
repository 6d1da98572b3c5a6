import { createRateLimit, type Rate, type RateLimit, type UsageShare } from '@portico/server'
import type { Project } from '../config/Project.ts'

/** Rate limits in cost units per IP address and per project, and a separate limit for sign-in attempts. */
export type Limits = {
  /**
   * Takes the units of a call from the limits of its IP address and its project. A call with a secret key comes from
   * one of the project's servers and counts against the project only.
   *
   * @returns the `RateLimit` headers of the response.
   * @throws {Problem} `rate-limited` if either limit is used up.
   */
  take(call: { project: Project; ip: string; units: number }): Record<string, string>
  takeAddress(call: { ip: string; units: number }): Record<string, string>
  takeProject(call: { project: Project; units: number }): Record<string, string>
  /** Limits sign-in attempts per IP address and project. */
  readonly auth: RateLimit
}

/**
 * Creates the rate limits of a gateway.
 *
 * @param perAddress units per minute for one IPv4 address or one IPv6 /64 network.
 * @param perProject units per minute for a project without its own `unitsPerMinute`.
 * @param share counts usage across processes; omitted for a single process.
 */
export function createLimits({
  perAddress,
  perProject,
  share,
  now = Date.now,
}: {
  perAddress: number
  perProject: number
  share?: UsageShare | undefined
  now?: () => number
}): Limits {
  const address = createRateLimit({ name: 'address', ...perMinute(perAddress), share, now })
  const project = createRateLimit({ name: 'project', ...perMinute(perProject), share, now })
  const takeAddress: Limits['takeAddress'] = ({ ip, units }) => address.take(ip, units)
  const takeProject: Limits['takeProject'] = ({ project: { id, listed, unitsPerMinute }, units }) =>
    // Unlisted IDs share one bucket: otherwise a caller could invent IDs to get a new allowance each time.
    project.take(
      listed ? id : '',
      units,
      unitsPerMinute === undefined ? undefined : perMinute(unitsPerMinute),
    )
  return {
    take(call) {
      return call.project.bySecret ? takeProject(call) : join(takeAddress(call), takeProject(call))
    },
    takeAddress,
    takeProject,
    auth: createRateLimit({ name: 'auth', burst: 120, perSecond: 2, share, now }),
  }
}

const perMinute = (units: number): Rate => ({ burst: units, perSecond: units / 60 })

/** Joins two sets of `RateLimit` headers: members of a structured-field list are separated by commas (RFC 9651). */
function join(one: Record<string, string>, other: Record<string, string>): Record<string, string> {
  return {
    'ratelimit-policy': `${one['ratelimit-policy']}, ${other['ratelimit-policy']}`,
    ratelimit: `${one.ratelimit}, ${other.ratelimit}`,
  }
}
