import { frameLimits } from '@portico/protocol/frame'
import { type Kit, track } from '../kit.ts'
import type { LoginSteps } from './createLoginSteps.ts'
import type { Embedded } from './Embedded.ts'
import type { EmbeddedStore } from './embeddedStore.ts'
import { loginStorageKeys } from './loginStorage.ts'

/** Creates the methods that change the e-mail address of the embedded wallet. */
export function createEmailUpdate({
  kit,
  steps,
  state,
}: {
  kit: Kit
  steps: LoginSteps
  state: EmbeddedStore
}): Pick<Embedded, 'updateEmail' | 'waitForUpdate'> {
  return {
    async updateEmail(email) {
      track(kit, 'EMAIL_EDIT')
      const options = { timeout: frameLimits.loginTimeout }
      const { action } = await steps.run((frame) => frame.request('UPDATE_EMAIL', { email }, options))
      return action
    },
    async waitForUpdate(step, signal) {
      const newEmail = await steps.runWithCode(signal, async (frame, stepSignal) => {
        const options = { timeout: frameLimits.codeTimeout, signal: stepSignal }
        if (step === 'secondary') {
          // The link is valid as long as the code that follows it.
          const twice = { ...options, timeout: 2 * options.timeout }
          return (await frame.request('UPDATE_EMAIL_SECONDARY_OTP', undefined, twice)).newEmail
        }
        await frame.request('UPDATE_EMAIL_PRIMARY_OTP', undefined, options)
        return undefined
      })
      if (newEmail === undefined) return
      kit.storage.setItem(loginStorageKeys.email, newEmail)
      state.set({ email: newEmail })
    },
  }
}
