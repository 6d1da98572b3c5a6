import type {
  UpdateFinishRequest,
  UpdateFinishResponse,
  UpdateLinkResponse,
  UpdateRevertResponse,
  UpdateStartRequest,
  UpdateStartResponse,
} from '@portico/protocol/vault'
import { type AuditTrail, auditLock, hashAddress, inTransaction } from '@portico/server'
import { type MailLimiter, normalizeEmail } from '@portico/server/mail'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { statementLifetimes } from '../../secrets/statementLifetimes.ts'
import { type Challenges, claimLifetimeMs, resendMs } from '../challenges/createChallenges.ts'
import { requireUnrefused } from '../challenges/requireUnrefused.ts'
import { type Challenge, createChallengeStore } from '../challenges/store.ts'
import type { RequireTrusted } from '../holds/createRequireTrusted.ts'
import type { GatewayStatements } from '../statements/createGatewayStatements.ts'
import { createRevertStore } from '../users/createRevertStore.ts'
import { createUserStore, type User } from '../users/store.ts'
import { createReverts } from './createReverts.ts'

/** Changes the e-mail address of a user. */
export type UpdateService = {
  start(call: UpdateStartRequest & { jkt: string; caller: Caller }): Promise<UpdateStartResponse>
  /** Mails the link to the new address. Repeating the request mails nothing more. */
  link(call: { tx: string; jkt: string; caller: Caller }): Promise<UpdateLinkResponse>
  /** Changes the address. Repeating the request signs the statement for the gateway again. */
  finish(call: UpdateFinishRequest & { jkt: string }): Promise<UpdateFinishResponse>
  revert(call: { token: string }): Promise<UpdateRevertResponse>
}

/**
 * Creates the service that changes a user's e-mail address: it takes a known device, an approved link in the mail to the new
 * address, and the statement of the gateway, which has verified both addresses itself. For 72 hours the old address can undo
 * the change. Only the owner of the new address learns, at the last step, whether it belongs to another user.
 */
export function createUpdateService({
  database,
  cipher,
  challenges,
  mailQueue,
  mailLimiter,
  audit,
  jose,
  statements,
  requireTrusted,
  emailIndexesOf,
  emailLocksOf,
  walletOrigin,
  now: clock,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'emailLocksOf'> & {
  database: Database
  cipher: Cipher
  challenges: Challenges
  mailQueue: MailQueue
  mailLimiter: MailLimiter
  audit: AuditTrail<Tables>
  jose: Jose
  statements: Pick<GatewayStatements, 'readAddressChange'>
  requireTrusted: RequireTrusted
  walletOrigin: string
  now: () => number
}): UpdateService {
  async function emailOf(user: User): Promise<string> {
    if (user.email_index === null) throw new Problem('email-missing')
    return cipher.open({ table: 'users', row: user.id }, user)
  }
  const reverts = createReverts({
    database,
    cipher,
    mailQueue,
    audit,
    jose,
    emailIndexesOf,
    emailLocksOf,
    walletOrigin,
    now: clock,
  })

  async function findOwn(from: Database, { tx, jkt }: { tx: string; jkt: string }): Promise<Challenge> {
    const row = await createChallengeStore({ database: from }).find(tx)
    if (!row || row.jkt !== jkt || row.purpose !== 'update' || row.expires_at <= clock())
      throw new Problem('transaction-expired')
    requireUnrefused(row)
    return row
  }

  /** Signs the statement for the gateway about a change that was made and has not been followed by another. */
  async function signChanged(pair: { tx: string; jkt: string }): Promise<UpdateFinishResponse | undefined> {
    const made = await createRevertStore({ database }).findMade(pair, clock())
    const user = made && (await createUserStore({ database }).find(made.user_id))
    if (!user) return undefined
    const email = await emailOf(user)
    const { tx, jkt } = pair
    const claims = { sub: user.id, jkt, tx, address: hashAddress({ tx, email }) }
    return {
      email,
      changed: await jose.sign({ type: 'email-changed+jwt', claims, lifetime: statementLifetimes.link }),
    }
  }

  /** Changes the address in a transaction that holds the locks of the user and the address. */
  async function change(
    transaction: Database,
    { tx, jkt, from, email }: { tx: string; jkt: string; from: string; email: string },
  ): Promise<string> {
    const row = await findOwn(transaction, { tx, jkt })
    if (row.step !== 'approved' || !row.user_id) throw new Problem('transaction-expired')
    const user = await requireTrusted(transaction, { userId: row.user_id, jkt }, clock())
    if ((await emailOf(user)) !== from) throw new Problem('introduced-mismatch')
    const users = createUserStore({ database: transaction })
    const revertStore = createRevertStore({ database: transaction })
    const emailIndexes = emailIndexesOf(email)
    const now = clock()
    const owner = await users.findByEmail(emailIndexes)
    const reserved = await revertStore.findReserved(emailIndexes, now, user.id)
    if ((owner && owner.id !== user.id) || reserved) throw new Problem('email-taken')
    await revertStore.removeOf(user.id, emailIndexes)
    await reverts.add(transaction, { user, next: email, jkt, tx, now })
    const sealedEmail = cipher.seal({ table: 'users', row: user.id }, email)
    await users.setEmail(user.id, { emailIndex: emailIndexes[0], ...sealedEmail })
    await createChallengeStore({ database: transaction }).removeOf(user.id)
    return user.id
  }

  /** Makes the change that the gateway states. */
  async function make({ tx, statement, jkt }: UpdateFinishRequest & { jkt: string }): Promise<void> {
    const stated = await statements.readAddressChange(statement)
    const row = await findOwn(database, { tx, jkt })
    const { email, from } = await challenges.addressesOf(row)
    if (from === undefined) throw new Error('change of address without an address')
    const isSame =
      stated.sub === row.user_id &&
      stated.jkt === jkt &&
      stated.tx === tx &&
      stated.from === hashAddress({ tx, email: from }) &&
      stated.address === hashAddress({ tx, email })
    if (!isSame) throw new Problem('introduced-mismatch')
    const locks = [`transaction ${tx}`, `user ${row.user_id}`, ...emailLocksOf(email), ...emailLocksOf(from)]
    await inTransaction({
      database,
      locks: [auditLock, ...locks.map((key) => ({ key }))],
      run: async (transaction) => {
        const userId = await change(transaction, { tx, jkt, from, email })
        await audit.append({ event: 'email-change', userId, subject: jkt, now: clock(), transaction })
      },
    })
  }

  return {
    async start({ userId, email: input, origin, jkt, caller: { ip, browser, system, country } }) {
      const email = normalizeEmail(input)
      if (email === undefined) throw new Problem('email-invalid')
      const user = await requireTrusted(database, { userId, jkt }, clock())
      const from = await emailOf(user)
      if (email === from)
        throw new Problem('invalid-request', {
          detail: 'This is already the address of the user.',
          errors: [{ pointer: '/email', detail: 'must differ from the current address' }],
        })
      const budget = mailLimiter.budgetKey({ email, jkt, isKnown: false, ip })
      const now = clock()
      const expiresAt = now + claimLifetimeMs
      const tx = await inTransaction({
        database,
        run: async (transaction) => {
          // The link is mailed and counted later; refuse before the visitor types a code.
          await mailLimiter.check(transaction, [{ budget, ip }], now)
          const shown = { origin, projectId: '', browser, system, country }
          const [emailIndex] = emailIndexesOf(email)
          const row = await challenges.begin(
            transaction,
            {
              purpose: 'update',
              step: 'known',
              jkt,
              emailIndex,
              userId,
              email,
              from,
              language: user.language ?? undefined,
              ...shown,
              budget,
            },
            now,
          )
          return row.id
        },
      })
      return { tx, expiresAt: toIso(expiresAt) }
    },

    async link({ tx, jkt, caller: { ip } }) {
      const { mailbox, budget } = await findOwn(database, { tx, jkt })
      const charges = [{ budget, ip }]
      const matchCode = await inTransaction({
        database,
        locks: [{ key: `transaction ${tx}` }, { key: `digits ${mailbox}` }, ...mailLimiter.locks(charges)],
        run: async (transaction) => {
          const row = await findOwn(transaction, { tx, jkt })
          if (row.step === 'device' || row.step === 'approved') return row.match_code
          if (row.step !== 'known') throw new Problem('transaction-expired')
          const now = clock()
          await mailLimiter.take(transaction, charges, now)
          return challenges.sendLink(transaction, row, now)
        },
      })
      mailQueue.kick()
      return { matchCode, resendAfter: resendMs / 1000 }
    },

    async finish(call) {
      const before = await signChanged(call)
      if (before) return before
      try {
        await make(call)
      } catch (error) {
        // A concurrent request may have made the change.
        const made = await signChanged(call)
        if (made) return made
        throw error
      }
      mailQueue.kick()
      const changed = await signChanged(call)
      if (!changed) throw new Error('the change of address does not exist')
      return changed
    },

    revert: reverts.revert,
  }
}

const toIso = (time: number): string => new Date(time).toISOString()
