import { answerLogin } from './answerLogin.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'GET_FARCASTER_URI' | 'CONNECT_FARCASTER' | 'CANCEL_FARCASTER'

/** Handlers for logging in with Farcaster. */
export function farcasterHandlers(services: FrameServices): Pick<Handlers, Names> {
  const { account, closeCode, signInOffer } = services
  return {
    async GET_FARCASTER_URI() {
      closeCode()
      const url = await (await account.farcasterLogin()).start()
      signInOffer.reset()
      return { url }
    },

    async CONNECT_FARCASTER({ signIn } = {}) {
      const offered = signInOffer.admit(signIn)
      const session = await (await account.farcasterLogin()).complete()
      return answerLogin(services, session, offered)
    },

    CANCEL_FARCASTER() {
      account.cancelFarcasterLogin()
      return {}
    },
  }
}
