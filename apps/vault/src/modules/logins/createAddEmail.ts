import type { AuditTrail } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/Tables.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'
import { createRevertStore } from '../users/createRevertStore.ts'
import { createUserStore } from '../users/store.ts'
import type { RequireMayAdd } from './createRequireMayAdd.ts'
import { requireProven } from './requireProven.ts'

/** Creates the function that gives a user of accounts at providers an e-mail address, whose link was approved. */
export function createAddEmail({
  cipher,
  audit,
  requireMayAdd,
  notifyOwner,
  emailIndexesOf,
}: Pick<BlindIndexes, 'emailIndexesOf'> & {
  cipher: Cipher
  audit: AuditTrail<Tables>
  requireMayAdd: RequireMayAdd
  notifyOwner: NotifyOwner
}) {
  /**
   * Adds the address to the user of a grant. Call it with the locks of the user and the address. Only the owner of the address
   * learns here whether it belongs to another user.
   *
   * @throws {Problem} `email-taken`, `login-exists`, and as `RequireMayAdd` says
   */
  return async (
    transaction: Transaction<Tables>,
    {
      grant,
      jkt,
      email,
      caller: { browser, system },
    }: { grant: string; jkt: string; email: string; caller: { browser: string; system: string } },
    now: number,
  ): Promise<void> => {
    const users = createUserStore({ database: transaction })
    const indexes = emailIndexesOf(email)
    const { user_id: userId } = await requireProven(transaction, { grant, jkt }, now)
    const owner = await users.findByEmail(indexes)
    // A repeated attempt, if the gateway has not verified the address yet.
    if (owner?.id === userId) return
    const reserved = await createRevertStore({ database: transaction }).findReserved(indexes, now, userId)
    if (owner || reserved) throw new Problem('email-taken')
    const user = await requireMayAdd(transaction, { grant, jkt, email }, now)
    if (user.email_index !== null) throw new Problem('login-exists')
    // Before the address is the user's, so that it goes to one from before.
    await notifyOwner(transaction, user, { kind: 'login-added', method: 'email', browser, system }, now)
    const sealed = cipher.seal({ table: 'users', row: userId }, email)
    await users.setEmail(userId, { emailIndex: indexes[0], isPending: true, ...sealed })
    await audit.append({ event: 'login-add', userId, subject: `email ${jkt}`, now, transaction })
  }
}

export type AddEmail = ReturnType<typeof createAddEmail>
