import type { Account } from '../session/createAccount.ts'
import { ServerError, SessionEndedError } from '../session/ServerError.ts'

/** Runs work that needs the session's access token. */
export type SessionRun = <value>(work: (accessToken: string) => Promise<value>) => Promise<value>

/** Creates the function that ends the session on this page when a server says that it is over. */
export function createSessionRun(account: Pick<Account, 'token' | 'endSession'>): SessionRun {
  return async (work) => {
    try {
      return await work(await account.token())
    } catch (cause) {
      if (!(cause instanceof ServerError) || cause.problem.status !== 401 || !isOfSession(cause)) throw cause
      await account.endSession()
      throw new SessionEndedError({ cause })
    }
  }
}

/** A statement of the vault is refused with 401, too; the session goes on. */
function isOfSession({ code }: ServerError): boolean {
  return !/^statement-invalid$/.test(code)
}
