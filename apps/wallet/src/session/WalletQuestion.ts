import type { SocialProvider } from '@portico/protocol/social'

/** Whether a new account shall open the wallet that belongs to its verified e-mail address. */
export type WalletQuestion = { provider: SocialProvider; email: string }

/**
 * Asks the visitor, who logs in with the address if so. Returns the grant of that login, and undefined if the account shall get a
 * wallet of its own.
 */
export type ChooseWallet = (question: WalletQuestion) => Promise<string | undefined>
