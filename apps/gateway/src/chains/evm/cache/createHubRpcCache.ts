import type { HubClient } from '../../../infra/hub/connectHub.ts'
import type { SharedRpcCache } from './SharedRpcCache.ts'

/** 64 KiB. Longer results would occupy the supervisor, which every worker waits for. */
const maxLength = 64 * 1024

/** Creates the cache of immutable results that the workers of one supervisor share. */
export function createHubRpcCache({ hub }: { hub: HubClient }): SharedRpcCache {
  return {
    get: async (key) => (await hub.call('texts.get', key).catch(() => null)) ?? undefined,
    async set(key, text, { ttlMs }) {
      if (text.length <= maxLength) hub.tell('texts.set', { key, text, ttlMs })
    },
  }
}
