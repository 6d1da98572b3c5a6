import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { NoChallengeError } from '../session/createLogin.ts'
import { announceSession } from './announceSession.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { signForLogin } from './signForLogin.ts'

type Names = 'CONNECT_EMAIL' | 'CONNECT_DEVICE' | 'RESEND_LINK' | 'CONNECT_OTP' | 'SIGN_OUT'

/** Handlers for logging in and out. */
export function loginHandlers({
  account,
  askCode,
  closeCode,
  signInOffer,
  requests,
  emit,
}: FrameServices): Pick<Handlers, Names> {
  /** Reports when the next mail of the login may be requested, as the page shows the same countdown. */
  function reportMail(): void {
    const resendAt = account.challenge()?.resendAt
    if (resendAt !== undefined) emit({ type: 'MAIL_SENT', payload: { resendAt } })
  }

  async function resend() {
    const sent = await account.resendCode()
    reportMail()
    return sent
  }

  return {
    async CONNECT_EMAIL({ email }) {
      closeCode()
      const session = await account.resume()
      // Already logged in. The host page sends GET_USER next, which asks the visitor's consent for a new origin.
      if (session?.email?.toLowerCase() === email.toLowerCase()) return { action: 'CONNECT' }
      const { action, matchCode } = await account.startLogin(email)
      signInOffer.reset()
      reportMail()
      return matchCode === undefined ? { action } : { action, matchCode }
    },

    async CONNECT_DEVICE() {
      const status = await account.waitForDevice()
      // The code was mailed when the link was approved.
      if (status === 'approved') reportMail()
      return { status }
    },

    async RESEND_LINK() {
      // Once the link is approved, only the visitor can have another code mailed, in the frame.
      if (account.challenge()?.action !== 'VERIFY_DEVICE') throw new NoChallengeError()
      await resend()
      return {}
    },

    async CONNECT_OTP(payload) {
      // Refuse codes from the host page: a page that could pass on codes could also read them.
      if (payload?.otp !== undefined)
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Codes are typed in the wallet itself: send CONNECT_OTP without a code.',
        })
      const login = account.challenge()
      if (login?.action !== 'VERIFY_OTP') throw new NoChallengeError()
      const signIn = signInOffer.admit(payload?.signIn)
      const signed = await askCode({
        purpose: 'login',
        email: login.email,
        signsIn: signIn !== undefined,
        resend,
        async enter(code) {
          await account.enterCode(code, login.email)
          return signIn && signForLogin({ requests }, signIn)
        },
      })
      announceSession({ emit })
      return signed ? { signIn: signed } : {}
    },

    async SIGN_OUT() {
      closeCode()
      if (account.current()) requests().abortUnsafe()
      await account.signOut()
      return {}
    },
  }
}
