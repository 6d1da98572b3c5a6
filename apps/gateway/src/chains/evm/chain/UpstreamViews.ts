import type { Chain } from '../../shared/Chain.ts'

/** Access to some of a chain's upstreams, for what not all of them support. */
export type UpstreamViews = {
  /** The number of upstreams. */
  readonly size: number
  /**
   * Returns the chain as these upstreams know it, uncached.
   *
   * @param options.retries `false`: each upstream is tried once.
   */
  only(upstreams: readonly number[], options?: { retries?: boolean | undefined }): Chain
}
