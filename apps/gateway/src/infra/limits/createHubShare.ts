import type { UsageShare } from '@portico/server'
import type { HubClient } from '../hub/connectHub.ts'

/** Creates a usage counter at the supervisor, so that the rate limits of its workers are counted together. */
export function createHubShare({ hub }: { hub: HubClient }): UsageShare {
  return { add: (usages) => hub.call('limits.add', usages) }
}
