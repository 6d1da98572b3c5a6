import { createRateLimit, type Rate, type RateLimit, type UsageShare } from '@portico/server'
import type { Project } from '../modules/projects/service.ts'

/** What callers may use, in cost units: per address, per project, and less of it for signing in. */
export type Limits = {
  /**
   * Takes the units of a call from its address and its project. The servers of a project, which come with its secret
   * key, are counted by their project alone.
   *
   * @returns headers for the answer.
   * @throws {HttpProblem} `rate-limited`
   */
  take(call: { project: Project; ip: string; units: number }): Record<string, string>
  takeAddress(call: { ip: string; units: number }): Record<string, string>
  takeProject(call: { project: Project; units: number }): Record<string, string>
  /** Attempts to sign in, per address and project. */
  readonly auth: RateLimit
}

/**
 * The limits of a gateway.
 *
 * @param perAddress units per minute of one address (a /64 of IPv6).
 * @param perProject units per minute of one project, if it has no limit of its own.
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
    // Ids that anybody can make up would each bring a new allowance.
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

/** Lists of structured fields are joined by a comma. Both have the same two. */
function join(one: Record<string, string>, other: Record<string, string>): Record<string, string> {
  return {
    'ratelimit-policy': `${one['ratelimit-policy']}, ${other['ratelimit-policy']}`,
    ratelimit: `${one.ratelimit}, ${other.ratelimit}`,
  }
}
