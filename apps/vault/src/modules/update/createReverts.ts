import { randomBytes } from 'node:crypto'
import type { UpdateRevertResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import { maskEmail } from '@portico/server/mail'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { statementLifetimes } from '../../secrets/statementLifetimes.ts'
import { createChallengeStore } from '../challenges/store.ts'
import { createRevertStore } from '../users/createRevertStore.ts'
import { createUserStore, type User } from '../users/store.ts'

/** Undoes changes of address. */
export type Reverts = {
  /** Stores the old address and mails it a link that undoes the change. */
  add(
    transaction: Database,
    change: { user: User; next: string; jkt: string; tx: string; now: number },
  ): Promise<void>
  /**
   * Undoes a change, with the token from the mailed link. Repeating the request signs the same statement again, as the
   * gateway may not have got it.
   */
  revert(call: { token: string }): Promise<UpdateRevertResponse>
}

const revertMs = 72 * 3_600_000

/** Creates the functions that undo changes of address, for 72 hours. */
export function createReverts({
  database,
  cipher,
  mailQueue,
  audit,
  jose,
  emailIndexesOf,
  emailLocksOf,
  walletOrigin,
  now: clock,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'emailLocksOf'> & {
  database: Database
  cipher: Cipher
  mailQueue: MailQueue
  audit: AuditTrail<Tables>
  jose: Jose
  walletOrigin: string
  now: () => number
}): Reverts {
  return {
    async add(transaction, { user, next, jkt, tx, now }) {
      const token = randomBytes(32).toString('base64url')
      const hash = hashToken(token)
      const email = await cipher.open({ table: 'users', row: user.id }, user)
      const expiresAt = now + revertMs
      await createRevertStore({ database: transaction }).add({
        hash,
        user_id: user.id,
        email_index: emailIndexesOf(email)[0],
        ...cipher.seal({ table: 'reverts', row: hash, user: user.id }, email),
        jkt,
        tx,
        reverted_at: null,
        created_at: now,
        expires_at: expiresAt,
      })
      const language = user.language ?? undefined
      const link = `${walletOrigin}/device#revert.${token}`
      await mailQueue.add(
        transaction,
        { kind: 'updated', to: email, next, link, language },
        { now, expiresAt },
      )
    },

    async revert({ token }) {
      const hash = hashToken(token)
      const before = await createRevertStore({ database }).find(hash, clock())
      if (!before) throw new Problem('link-invalid')
      const { user_id: userId } = before
      const email = await cipher.open({ table: 'reverts', row: hash, user: userId }, before)
      const revertedAt = await inTransaction({
        database,
        locks: [auditLock, ...[...emailLocksOf(email), `user ${userId}`].map((key) => ({ key }))],
        run: async (transaction) => {
          const now = clock()
          const users = createUserStore({ database: transaction })
          const reverts = createRevertStore({ database: transaction })
          const revert = await reverts.find(hash, now)
          if (!revert) throw new Problem('link-invalid')
          const emailIndexes = emailIndexesOf(email)
          if (revert.reverted_at !== null) {
            const owner = await users.findByEmail(emailIndexes)
            // The address was changed again since.
            if (owner?.id !== userId) throw new Problem('link-invalid')
            return revert.reverted_at
          }
          const sealedEmail = cipher.seal({ table: 'users', row: userId }, email)
          await users.setEmail(userId, { emailIndex: emailIndexes[0], ...sealedEmail })
          // Remove the device that changed the address, and those added since.
          await users.removeDevices({ userId, jkt: revert.jkt, since: revert.created_at })
          await createChallengeStore({ database: transaction }).removeOf(userId)
          await reverts.setReverted(revert, now)
          await audit.append({ event: 'email-revert', userId, now, transaction })
          return now
        },
      })
      const claims = {
        sub: userId,
        jkt: before.jkt,
        since: Math.floor(before.created_at / 1000),
        ...(before.tx === null ? {} : { tx: before.tx }),
      }
      return {
        email: maskEmail(email),
        statement: await jose.sign({
          type: 'email-reverted+jwt',
          claims,
          // The gateway ends what is older than the statement: not what the owner does after undoing the change.
          issuedAt: revertedAt,
          lifetime: statementLifetimes.link,
        }),
      }
    },
  }
}
