import type { IdentityProvider, LoginMethod } from '@portico/protocol/social'
import { ServerError } from '../../session/ServerError.ts'
import type { StoredSession } from '../../session/storedSession.ts'
import { askEmailToAdd } from './askEmailToAdd.ts'
import { loginsText } from './copy.ts'
import type { LoginsClient } from './createLoginsClient.ts'
import type { ProviderLogins } from './createProviderLogins.ts'
import { explainLogins } from './explainLogins.ts'
import { nameOf } from './nameOf.ts'

/** How long a grant is used again; the vault accepts it for ten minutes. */
const grantMs = 5 * 60_000

/** Creates what adds and removes logins. Each needs a new login with one that the wallet has, which both servers verify. */
export function createLoginViews({
  root,
  client,
  providerLogins,
  proveAgain,
  provenGrant,
  addEmail,
  show,
}: {
  root: HTMLElement
  client: Pick<LoginsClient, 'remove'>
  providerLogins: ProviderLogins
  /** Has the visitor log in again in the way of the session, and keeps the vault's grant. */
  proveAgain(session: StoredSession): Promise<void>
  provenGrant(): string | undefined
  /** Has the address verified by both servers, as another login of the user of the grant. */
  addEmail(email: string, grant: string): Promise<void>
  /** Shows the page of a visitor who is logged in. */
  show(session: StoredSession, options?: { note?: string; done?: string }): Promise<void>
}) {
  let granted: { userId: string; grant: string; at: number } | undefined

  /**
   * Returns the grant of a login of this user in the last minutes, after another login if there is none. Never that of somebody who
   * logged out here before: it would add the login to their wallet.
   */
  async function obtainGrant(session: StoredSession): Promise<string> {
    const { userId } = session
    if (granted?.userId === userId && Date.now() - granted.at < grantMs) return granted.grant
    await proveAgain(session)
    const grant = provenGrant()
    if (grant === undefined) throw new Error('The login kept no grant.')
    granted = { userId, grant, at: Date.now() }
    return grant
  }

  /** Runs a change, and shows the page again with its result. */
  async function run(session: StoredSession, change: () => Promise<string>): Promise<void> {
    try {
      const done = await change()
      await show(session, { done })
    } catch (error) {
      // Its time may be over, whatever this page's clock says.
      if (error instanceof ServerError && /^(?:grant-invalid|login-too-old)$/.test(error.code))
        granted = undefined
      const note = explainLogins(error)
      await show(session, note === '' ? {} : { note })
    }
  }

  return {
    add: (session: StoredSession, provider: IdentityProvider) =>
      run(session, async () => {
        const grant = await obtainGrant(session)
        await providerLogins.add(provider, {
          intro: loginsText('logins.addWindow', { name: nameOf(provider) }),
          grant,
        })
        return loginsText('logins.added', { name: nameOf(provider) })
      }),

    remove: (session: StoredSession, method: LoginMethod) =>
      run(session, async () => {
        await client.remove(method, await obtainGrant(session))
        return loginsText('logins.removed', { name: nameOf(method) })
      }),

    addEmail: (session: StoredSession) =>
      run(session, async () => {
        const grant = await obtainGrant(session)
        await addEmail(await askEmailToAdd(root), grant)
        return loginsText('logins.addedEmail')
      }),
  }
}
