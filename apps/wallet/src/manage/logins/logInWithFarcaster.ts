import { element } from '@portico/page-server/element'
import type { Account } from '../../session/createAccount.ts'
import type { FarcasterLogin } from '../../session/createFarcasterLogin.ts'
import { LoginCancelledError } from '../../session/LoginCancelledError.ts'
import { manageText } from '../copy.ts'
import { draw } from '../draw.ts'
import { drawQr } from '../move/drawQr.ts'
import { loginsText } from './copy.ts'

/**
 * Shows the code that the Farcaster app scans, and uses the login once the visitor has confirmed it there.
 *
 * @param use completes the login, or adds it
 * @throws {LoginCancelledError} {FarcasterExpiredError} {ServerError}
 */
export async function logInWithFarcaster<Value>(
  { root, account }: { root: HTMLElement; account: Pick<Account, 'farcasterLogin' | 'cancelFarcasterLogin'> },
  use: (login: FarcasterLogin) => Promise<Value>,
): Promise<Value> {
  const login = await account.farcasterLogin()
  const url = await login.start()
  const cancel = element('button', { type: 'button', class: 'button' }, manageText('manage.login.cancel'))
  const cancelled = new Promise<never>((_, reject) => {
    cancel.addEventListener('click', () => reject(new LoginCancelledError()))
  })
  draw(
    root,
    { title: loginsText('logins.farcaster.title') },
    element('p', { class: 'muted', role: 'status' }, loginsText('logins.farcaster.scan')),
    element('div', { class: 'center' }, drawQr(url, loginsText('logins.farcaster.qr'))),
    element(
      'a',
      { class: 'button', href: url, target: '_blank', rel: 'noopener noreferrer' },
      loginsText('logins.farcaster.open'),
    ),
    cancel,
  )
  try {
    return await Promise.race([use(login), cancelled])
  } catch (error) {
    account.cancelFarcasterLogin()
    throw error
  }
}
