import type { SocialOutcome } from '../session/createSocialLogin.ts'
import { answerLogin } from './answerLogin.ts'
import { createChooseWallet } from './createChooseWallet.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'GET_SOCIAL_REDIRECT_URI' | 'CONNECT_SOCIAL'

/** Handlers for logging in with an account at another provider. */
export function socialHandlers(services: FrameServices): Pick<Handlers, Names> {
  const { account, closeCode, followSocial, signInOffer, emit } = services
  const chooseWallet = createChooseWallet(services)
  async function report(result: Promise<SocialOutcome>): Promise<void> {
    const outcome = await result.catch(() => ({ reason: 'failed' }) as const)
    if (outcome !== 'over') emit({ type: 'SOCIAL_RESULT', payload: outcome })
  }

  return {
    async GET_SOCIAL_REDIRECT_URI({ provider, returnTo }) {
      closeCode()
      const started = await (await account.socialLogin()).start(provider, { returnTo })
      signInOffer.reset()
      void report(followSocial(started))
      return { uri: started.uri }
    },

    async CONNECT_SOCIAL({ uri, signIn }) {
      const offered = signInOffer.admit(signIn)
      const session = await (await account.socialLogin()).complete(uri, { chooseWallet })
      return answerLogin(services, session, offered)
    },
  }
}
