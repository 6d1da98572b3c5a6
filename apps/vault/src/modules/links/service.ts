import type { LinksAllowRequest, LinksAllowResponse } from '@portico/protocol/vault'
import { inTransaction } from '@portico/server'
import type { MailLimiter } from '@portico/server/mail'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Caller } from '../../http/readCaller.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import { createUserStore } from '../users/store.ts'

/** Links to devices that are new to an address. */
export type LinkService = {
  /** For ten minutes, mails links to new devices whatever strangers used up. */
  allow(call: LinksAllowRequest & { jkt: string; caller: Caller }): Promise<LinksAllowResponse>
}

/** Creates the service with which a device of the user lets another one log in while strangers ask for many links. */
export function createLinkService({
  database,
  cipher,
  mailLimiter,
  now: clock,
}: {
  database: Database
  cipher: Cipher
  mailLimiter: MailLimiter
  now: () => number
}): LinkService {
  return {
    async allow({ userId, jkt, caller: { ip } }) {
      const users = createUserStore({ database })
      const [user, device] = [await users.find(userId), await users.findDevice({ userId, jkt })]
      if (!user || !device) throw new Problem('device-unknown')
      if (user.email_index === null) throw new Problem('email-missing')
      const email = await cipher.open({ table: 'users', row: user.id }, user)
      const budget = mailLimiter.budgetKey({ email, jkt, isKnown: false })
      const until = await inTransaction({
        database,
        locks: mailLimiter.locks([{ budget }]),
        run: (transaction) => mailLimiter.allow(transaction, { email, ip }, clock()),
      })
      return { until: new Date(until).toISOString() }
    },
  }
}
