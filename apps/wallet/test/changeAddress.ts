import type { Account } from '../src/session/createAccount.ts'
import { approveMailedLink, waitForMail } from './createDevice.ts'
import type { Servers } from './startServers.ts'

/**
 * Changes the address of a logged-in account as a visitor does, up to the last code: the code of the current address, the link
 * and the digits for the next one.
 *
 * @returns `enter`, which types the code mailed to the next address.
 */
export async function changeAddress(
  servers: Servers,
  account: Account,
  { email, next }: { email: string; next: string },
) {
  const seen = new Set(
    [...servers.inbox.messages(email), ...servers.inbox.messages(next)].map(({ id }) => id),
  )
  const change = await account.emailChange()
  await change.start(next)
  await change.enterOld({ code: await waitForMail(servers, email, seen, /^(\d{6})$/m), next })
  const { digits } = await change.mailLink(next)
  await approveMailedLink(servers, { email: next, digits, seen })
  for (let status = 'pending'; status === 'pending'; ) status = await change.waitForLink(next)
  const code = await waitForMail(servers, next, seen, /^([0-9A-HJKMNP-TV-Z]{6})$/m)
  return { change, code, enter: () => change.enterNew({ code, next }) }
}
