import type { Database } from '../../database/openVaultDatabase.ts'
import { Problem } from '../../problems/Problem.ts'
import { createUserStore, type User } from '../users/store.ts'
import type { HoldService } from './service.ts'

/**
 * Returns the user of a device that is known for long enough, or founded the user, and is not held.
 *
 * @throws {Problem} `device-unknown`, `held` or `device-too-new`
 */
export type RequireTrusted = (
  database: Database,
  device: { userId: string; jkt: string },
  now: number,
  options?: {
    /** Allows a new device, but none that is held. */
    anyAge?: boolean
  },
) => Promise<User>

/** Creates the check of devices that may give others access to the wallet. */
export function createRequireTrusted({
  holds,
  deviceAgeMs,
}: {
  holds: Pick<HoldService, 'heldUntil'>
  deviceAgeMs: number
}): RequireTrusted {
  return async (database, pair, now, { anyAge = false } = {}) => {
    const users = createUserStore({ database })
    const [user, device] = [await users.find(pair.userId), await users.findDevice(pair)]
    if (!user || !device) throw new Problem('device-unknown')
    const isFounding = user.founding_jkt === pair.jkt
    const held = holds.heldUntil(device, { isFounding }, now)
    if (held !== undefined) throw new Problem('held', { extra: { until: toIso(held) } })
    const until = device.created_at + deviceAgeMs
    if (!anyAge && !isFounding && until > now)
      throw new Problem('device-too-new', { extra: { until: toIso(until) } })
    return user
  }
}

const toIso = (time: number): string => new Date(time).toISOString()
