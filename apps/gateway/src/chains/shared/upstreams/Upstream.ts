import type { Answer } from './Answer.ts'
import type { Stats } from './createStats.ts'
import type { PostTarget } from './postJson.ts'

/** One RPC node the gateway forwards to, with its current state. */
export type Upstream = {
  /** Index in the configured list. */
  index: number
  url: string
  /** `authorization`, if the URL contained credentials; else empty. */
  headers: Readonly<Record<string, string>>
  target: PostTarget
  /** Host name for logs and metrics. Leaves out the path, which often contains an API key. */
  label: string
  /** Send no requests before this time (epoch milliseconds). */
  coolUntil: number
  /** Whether the upstream accepts JSON-RPC batches. */
  batches: boolean
  /** Whether the upstream serves the expected chain; undefined until first checked. */
  check: Promise<'right' | 'wrong' | Extract<Answer, { kind: 'failure' }>> | undefined
  /** When to repeat a failed chain check (epoch milliseconds); 0 if not scheduled. */
  checkAgainAt: number
  /** Statistics by method; the empty string holds those over all methods. */
  stats: Map<string, Stats>
  /** The newest block number the upstream reported, and when (epoch milliseconds). */
  height: { number: number; at: number } | undefined
  /** The earliest time of the next recovery probe (epoch milliseconds). */
  nextRecoveryProbeAt: number
}
