import type { Account } from '../session/createAccount.ts'
import { isSessionOver } from '../session/isSessionOver.ts'
import { SessionEndedError } from '../session/ServerError.ts'

/** Runs work that needs the session's access token. */
export type SessionRun = <value>(work: (accessToken: string) => Promise<value>) => Promise<value>

/** Creates the function that ends the session on this page when a server says that it is over. */
export function createSessionRun(account: Pick<Account, 'token' | 'endSession'>): SessionRun {
  return async (work) => {
    try {
      return await work(await account.token())
    } catch (cause) {
      if (!isSessionOver(cause)) throw cause
      await account.endSession()
      throw new SessionEndedError({ cause })
    }
  }
}
