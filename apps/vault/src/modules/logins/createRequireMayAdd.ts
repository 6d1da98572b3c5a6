import type { Database } from '../../database/openVaultDatabase.ts'
import type { RequireTrusted } from '../holds/createRequireTrusted.ts'
import { countDaily } from '../users/countDaily.ts'
import type { ListAddresses } from '../users/createListAddresses.ts'
import type { User } from '../users/store.ts'
import { requireProven } from './requireProven.ts'

/** Logins that are added and removed a day, per user. */
const daily = 20

/**
 * Returns the user of a grant if its device may add a login with this verified address to the user.
 *
 * @throws {Problem} `grant-invalid`, `device-unknown`, `held`, `device-too-new` or `rate-limited`
 */
export type RequireMayAdd = (
  transaction: Database,
  call: { grant: string; jkt: string; email: string | undefined },
  now: number,
) => Promise<User>

/**
 * Creates the rule for adding a login. A device that is held may not; nor may a new one, unless the login has an address of the
 * user: whoever has that mailbox opens the wallet anyway, so that such a login gives nobody else access.
 */
export function createRequireMayAdd({
  requireTrusted,
  listAddresses,
}: {
  requireTrusted: RequireTrusted
  listAddresses: ListAddresses
}): RequireMayAdd {
  return async (transaction, { grant, jkt, email }, now) => {
    const { user_id: userId } = await requireProven(transaction, { grant, jkt }, now)
    const user = await requireTrusted(transaction, { userId, jkt }, now, { anyAge: true })
    const addresses = await listAddresses(transaction, user)
    const isOwn = email !== undefined && addresses.some((address) => address.email === email)
    if (!isOwn) await requireTrusted(transaction, { userId, jkt }, now)
    await countDaily(transaction, [{ key: `logins ${userId}`, count: daily }], now)
    return user
  }
}
