import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { NoChallengeError } from '../session/createLogin.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'UPDATE_EMAIL' | 'UPDATE_EMAIL_PRIMARY_OTP' | 'UPDATE_EMAIL_SECONDARY_OTP'

/**
 * Handlers for changing the e-mail address: a code to the current address; a link and a code to the new one. The frame shows
 * both steps, and both codes are typed in it.
 */
export function emailHandlers({ account, askCode, askLink }: FrameServices): Pick<Handlers, Names> {
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
      await (await account.emailChange()).start(email)
      return { action: 'VERIFY_PRIMARY_OTP' }
    },
    async UPDATE_EMAIL_PRIMARY_OTP(payload) {
      refuseCode(payload)
      const change = await account.emailChange()
      const [email, newEmail] = [account.current()?.email, change.next()]
      if (!email || !newEmail) throw new NoChallengeError()
      await askCode({
        purpose: 'primary',
        email,
        newEmail,
        ...change.step(),
        resend: change.resend,
        enter: (code) => change.enterOld({ code, next: newEmail }),
      })
      return {}
    },
    async UPDATE_EMAIL_SECONDARY_OTP(payload) {
      refuseCode(payload)
      const change = await account.emailChange()
      const email = change.next()
      if (!email) throw new NoChallengeError()
      if (!change.isLinkApproved()) {
        const { digits = '', resendAt } = await change.mailLink(email)
        const wait = () => change.waitForLink(email)
        await askLink({ email, digits, resendAt, resend: change.resend, wait })
      }
      const newEmail = await askCode({
        purpose: 'secondary',
        email,
        newEmail: email,
        ...change.step(),
        resend: change.resend,
        enter: (code) => change.enterNew({ code, next: email }),
      })
      return { newEmail }
    },
  }
}
