import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base64urlnopad } from '@scure/base'
import { NoLoginError } from '../session/createAccount.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'CONNECT_EMAIL' | 'CONNECT_DEVICE' | 'CONNECT_OTP' | 'SIGN_OUT'

/** Logging in and out. */
export function loginHandlers({
  account,
  askCode,
  closeCode,
  requests,
  emit,
}: FrameServices): Pick<Handlers, Names> {
  return {
    async CONNECT_EMAIL({ email }) {
      closeCode()
      const session = await account.resume()
      // Logged in here already: the host asks for the user next, and a new origin for the visitor's consent.
      if (session?.email.toLowerCase() === email.toLowerCase()) return { action: 'CONNECT' }
      const { action, matchCode } = await account.startLogin(email)
      return matchCode === undefined ? { action } : { action, matchCode }
    },

    CONNECT_DEVICE: async () => ({ status: await account.waitForDevice() }),

    async CONNECT_OTP(payload) {
      // A code that a host could pass on is a code that a host, or a script in it, can read.
      if (payload?.otp !== undefined)
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Codes are typed in the wallet itself: send CONNECT_OTP without one.',
        })
      const login = account.login()
      if (login?.action !== 'VERIFY_OTP') throw new NoLoginError()
      await askCode({ purpose: 'login', email: login.email, enter: account.enterCode })
      // To take the session up again: a name of it, not a key to it.
      const token = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
      emit({ type: 'SESSION_UPDATE', payload: { token } })
      return {}
    },

    async SIGN_OUT() {
      closeCode()
      if (account.current()) requests().abortUnsafe()
      await account.signOut()
      return {}
    },
  }
}
