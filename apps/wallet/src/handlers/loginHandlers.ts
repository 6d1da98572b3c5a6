import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base64urlnopad } from '@scure/base'
import { NoChallengeError } from '../session/createLogin.ts'
import type { LoginSignIn, SignedLogin } from '../session/LoginSignIn.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'CONNECT_EMAIL' | 'CONNECT_DEVICE' | 'CONNECT_OTP' | 'SIGN_OUT'

/** Handlers for logging in and out. */
export function loginHandlers({
  account,
  askCode,
  closeCode,
  signInOffer,
  requests,
  emit,
}: FrameServices): Pick<Handlers, Names> {
  /** Returns undefined if the wallet could not sign: the page then asks the visitor for a signature. */
  async function signLogin(signIn: LoginSignIn): Promise<SignedLogin | undefined> {
    try {
      return await requests().signLogin(signIn)
    } catch {
      return undefined
    }
  }

  return {
    async CONNECT_EMAIL({ email }) {
      closeCode()
      const session = await account.resume()
      // Already logged in. The host page sends GET_USER next, which asks the visitor's consent for a new origin.
      if (session?.email.toLowerCase() === email.toLowerCase()) return { action: 'CONNECT' }
      const { action, matchCode } = await account.startLogin(email)
      signInOffer.reset()
      return matchCode === undefined ? { action } : { action, matchCode }
    },

    CONNECT_DEVICE: async () => ({ status: await account.waitForDevice() }),

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
        async enter(code) {
          await account.enterCode(code, login.email)
          return signIn && signLogin(signIn)
        },
      })
      // The protocol expects a token. It is random and grants no access.
      const token = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
      emit({ type: 'SESSION_UPDATE', payload: { token } })
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
