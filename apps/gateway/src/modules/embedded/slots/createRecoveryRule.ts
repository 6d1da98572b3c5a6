import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletDevices } from '../devices/service.ts'
import type { IdentityStore } from '../introductions/createIdentityStore.ts'
import type { WalletSession } from '../sessions/store.ts'

/** How long after a login the share of the recovery slot is released. */
const recoveryMs = 10 * 60_000

/**
 * Throws unless a session may have the share of the recovery slot.
 *
 * @throws {Problem} `device-held`, `introduction-required` or `login-too-old`
 */
export type RequireRecovery = (session: WalletSession) => Promise<void>

/**
 * Creates the rule for the share of the recovery slot: only within ten minutes of a login in which the gateway itself has
 * verified the person, because the vault has the other half and can assert any login.
 *
 * @param identities finds users who have no identity yet, from before introductions. Their logins need only the vault;
 * undefined allows that for nobody.
 */
export function createRecoveryRule({
  devices,
  identities,
  now,
}: {
  devices: Pick<WalletDevices, 'requireReleased'>
  identities: Pick<IdentityStore, 'hasIdentity'> | undefined
  now: () => number
}): RequireRecovery {
  return async (session) => {
    await devices.requireReleased(session)
    const { userId, authTime, introducedAt } = session
    if (introducedAt === null && (!identities || (await identities.hasIdentity(userId))))
      throw new Problem('introduction-required')
    if (now() - (introducedAt ?? authTime) >= recoveryMs) throw new Problem('login-too-old')
  }
}
