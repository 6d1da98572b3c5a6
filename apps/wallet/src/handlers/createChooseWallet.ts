import type { ChooseWallet } from '../session/WalletQuestion.ts'
import type { FrameServices } from './FrameServices.ts'

/**
 * Creates the function that asks whether a new account shall open the wallet of its e-mail address, and has the visitor log in with
 * the address, with link and code, before it does.
 */
export function createChooseWallet({
  account,
  askWallet,
  askLink,
  askCode,
}: Pick<FrameServices, 'account' | 'askWallet' | 'askLink' | 'askCode'>): ChooseWallet {
  return async (question) => {
    if (!(await askWallet(question))) return undefined
    const { email } = question
    try {
      const {
        action,
        matchCode: digits = '',
        resendAt,
      } = await account.startLogin(email, { needsLink: true })
      if (action === 'VERIFY_DEVICE')
        await askLink({
          purpose: 'login',
          ...{ email, digits, resendAt },
          resend: account.resendCode,
          wait: account.waitForDevice,
        })
      await askCode({ purpose: 'login', email, enter: account.enterCode, resend: account.resendCode })
      return account.provenGrant()
    } catch (error) {
      account.cancelLogin()
      throw error
    }
  }
}
