import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { NoChallengeError } from '../session/createLogin.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'UPDATE_EMAIL' | 'UPDATE_EMAIL_PRIMARY_OTP' | 'UPDATE_EMAIL_SECONDARY_OTP'

/** Handlers for changing the e-mail address: a code to the current address, then one to the new address, both typed in the frame. */
export function emailHandlers({ account, askCode }: FrameServices): Pick<Handlers, Names> {
  function refuseCode(payload: { otp?: string | undefined } | undefined) {
    if (payload?.otp !== undefined)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: 'Codes are typed in the wallet itself: send the request without a code.',
      })
  }

  return {
    async UPDATE_EMAIL({ email }) {
      await account.resume()
      if (!account.isConnected())
        throw new RpcError({ rpcCode: rpcErrorCodes.unauthorized, message: 'This page is not connected.' })
      await account.startEmailChange(email)
      return { action: 'VERIFY_PRIMARY_OTP' }
    },
    async UPDATE_EMAIL_PRIMARY_OTP(payload) {
      refuseCode(payload)
      const email = account.current()?.email
      const newEmail = account.pendingEmail()
      if (!email || !newEmail) throw new NoChallengeError()
      await askCode({
        purpose: 'primary',
        email,
        newEmail,
        enter: (code) => account.enterPrimaryCode({ code, email: newEmail }),
      })
      return {}
    },
    async UPDATE_EMAIL_SECONDARY_OTP(payload) {
      refuseCode(payload)
      const email = account.pendingEmail()
      if (!email) throw new NoChallengeError()
      const newEmail = await askCode({
        purpose: 'secondary',
        email,
        newEmail: email,
        enter: (code) => account.enterSecondaryCode({ code, email }),
      })
      return { newEmail }
    },
  }
}
