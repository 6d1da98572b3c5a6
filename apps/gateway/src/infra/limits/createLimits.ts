import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
  createRateLimit,
  type Rate,
  type RateLimit,
  type UsageShare,
} from '@portico/server'
import type { Project } from '../config/Project.ts'
import { Problem } from '../http/Problem.ts'
import { createExactLimit, type ExactLimit } from './createExactLimit.ts'

/** Limits of calls in cost units, of open streams and sockets, and of sign-in attempts. */
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
  /**
   * Counts a stream that an address opens. A stream opened with a secret key is not counted, like its units.
   *
   * @returns a function to call when the stream ends.
   * @throws {Problem} `too-many-connections` if the address has the maximum number of open streams.
   */
  openStream(call: { project: Project; ip: string }): () => void
  /** The same for a WebSocket of JSON-RPC. */
  openSocket(call: { project: Project; ip: string }): () => void
  /** Limits sign-in attempts per IP address and project. */
  readonly auth: RateLimit
  /** Limits payments of the faucet by network and recipient, and by IP address of the caller. */
  readonly faucetAddress: ExactLimit
  readonly faucetClient: ExactLimit
}

/**
 * Creates the limits of a gateway.
 *
 * @param perAddress units per minute for one IPv4 address or one IPv6 /64 network.
 * @param perProject units per minute for a project without its own `unitsPerMinute`.
 * @param signInsPerAddress requests of sign-in and of logins per minute for one such address.
 * @param streamsPerAddress open streams of one such address in this process; `socketsPerAddress` its WebSockets.
 * @param faucetsPerAddress payments of the faucet per hour for one such address.
 * @param share counts usage across processes; omitted for a single process.
 */
export function createLimits({
  perAddress,
  perProject,
  signInsPerAddress,
  streamsPerAddress,
  socketsPerAddress,
  faucetsPerAddress,
  share,
  now = Date.now,
}: {
  perAddress: number
  perProject: number
  signInsPerAddress: number
  streamsPerAddress: number
  socketsPerAddress: number
  faucetsPerAddress: number
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
    openStream: openLimited('streams', streamsPerAddress),
    openSocket: openLimited('WebSockets', socketsPerAddress),
    auth: createRateLimit({ name: 'auth', ...perMinute(signInsPerAddress), share, now }),
    faucetAddress: createExactLimit({ name: 'faucet-address', ...perHour(1), share, now }),
    faucetClient: createExactLimit({ name: 'faucet-client', ...perHour(faucetsPerAddress), share, now }),
  }
}

/** Creates the function that counts what an address has open of one kind. */
function openLimited(kind: string, max: number): Limits['openStream'] {
  const limit: ConcurrencyLimit = createConcurrencyLimit({ max })
  return ({ project, ip }) => {
    if (project.bySecret) return () => undefined
    const leave = limit.enter(ip)
    if (!leave)
      throw new Problem('too-many-connections', { detail: `One address may have ${max} open ${kind}.` })
    return leave
  }
}

const perMinute = (units: number): Rate => ({ burst: units, perSecond: units / 60 })
const perHour = (units: number): Rate => ({ burst: units, perSecond: units / 3600 })

/** Joins two sets of `RateLimit` headers: members of a structured-field list are separated by commas (RFC 9651). */
function join(one: Record<string, string>, other: Record<string, string>): Record<string, string> {
  return {
    'ratelimit-policy': `${one['ratelimit-policy']}, ${other['ratelimit-policy']}`,
    ratelimit: `${one.ratelimit}, ${other.ratelimit}`,
  }
}
