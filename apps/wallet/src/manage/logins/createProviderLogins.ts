import type { IdentityProvider } from '@portico/protocol/social'
import type { Account } from '../../session/createAccount.ts'
import type { StoredSession } from '../../session/storedSession.ts'
import type { ChooseWallet } from '../../session/WalletQuestion.ts'
import { logInAtProvider } from './logInAtProvider.ts'
import { logInWithFarcaster } from './logInWithFarcaster.ts'

type ProviderServices = {
  root: HTMLElement
  account: Pick<Account, 'socialLogin' | 'cancelSocialLogin' | 'farcasterLogin' | 'cancelFarcasterLogin'>
  window: Window
  /** Asks whether a new account shall open an existing wallet. */
  chooseWallet: ChooseWallet
}

/** Logs in with accounts at other providers, and adds such logins, in whichever way a provider needs. */
export function createProviderLogins(services: ProviderServices) {
  const { account, chooseWallet } = services
  return {
    /**
     * Logs in. `intro` says why; `isAtOnce`: the visitor has just pressed a button that says so. `needsGrant` keeps the vault's
     * grant of this login.
     */
    async logIn(
      provider: IdentityProvider,
      {
        intro,
        isAtOnce = false,
        needsGrant = false,
      }: { intro: string; isAtOnce?: boolean; needsGrant?: boolean },
    ): Promise<StoredSession> {
      if (provider === 'farcaster')
        return logInWithFarcaster(services, (login) => login.complete({ needsGrant }))
      const uri = await logInAtProvider(services, { provider, intro, isAtOnce })
      return (await account.socialLogin()).complete(uri, { needsGrant, chooseWallet })
    },

    /** Makes an account another login of the user of `grant`. */
    async add(provider: IdentityProvider, { intro, grant }: { intro: string; grant: string }): Promise<void> {
      if (provider === 'farcaster') return logInWithFarcaster(services, (login) => login.add(grant))
      const uri = await logInAtProvider(services, { provider, intro, isAtOnce: false })
      await (await account.socialLogin()).add(uri, grant)
    },
  }
}

export type ProviderLogins = ReturnType<typeof createProviderLogins>
