import type { SealingKey } from '../keys/sealToServer.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import { NoChallengeError } from './createLogin.ts'
import type { VaultClient } from './createVaultClient.ts'
import { SessionEndedError } from './ServerError.ts'
import { sealCode } from './sealCode.ts'

/** Changing the e-mail address: a code mailed to the current address, then one mailed to the new address. */
export function createEmailChange({
  vault,
  session,
  sealTo,
  jkt,
}: {
  vault: VaultClient
  session: CurrentSession
  sealTo: SealingKey
  jkt: string
}) {
  let change: { challengeId: string; email: string } | undefined

  return {
    async startEmailChange(email: string): Promise<void> {
      const current = session.get()
      if (!current) throw new SessionEndedError()
      const { tx } = await vault.startUpdate({ userId: current.userId, email })
      change = { challengeId: tx, email }
    },

    /** The new address, while a change is under way. */
    pendingEmail: () => change?.email,

    /**
     * Verifies the code mailed to the current address.
     *
     * @param email the new address that the visitor was shown. The page may have started another change meanwhile, whose
     * code the visitor must not confirm in its place.
     */
    async enterPrimaryCode({ code, email }: { code: string; email: string }): Promise<void> {
      if (change?.email !== email) throw new NoChallengeError()
      const { sealed } = await sealCode({ sealTo, code, challengeId: change.challengeId, jkt })
      const { tx } = await vault.verifyPrimary(sealed)
      change = { ...change, challengeId: tx }
    },

    /** Verifies the code mailed to the new address, which is the user's address from then on. */
    async enterSecondaryCode({ code, email: shown }: { code: string; email: string }): Promise<string> {
      const current = session.get()
      if (change?.email !== shown || !current) throw new NoChallengeError()
      const { sealed } = await sealCode({ sealTo, code, challengeId: change.challengeId, jkt })
      const { email } = await vault.verifySecondary(sealed)
      change = undefined
      await session.set({ ...current, email })
      return email
    },

    cancelEmailChange(): void {
      change = undefined
    },
  }
}
