import type { Chain } from '../../shared/Chain.ts'

/** Access to some of a chain's upstreams, for what not all of them support. */
export type UpstreamViews = {
  /** The number of upstreams. */
  readonly size: number
  /** Returns the chain as these upstreams know it, uncached. */
  only(upstreams: readonly number[]): Chain
}
