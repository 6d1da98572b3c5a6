import type { IdentityBatch } from '@portico/protocol/vault'
import type { AuditTrail } from '@portico/server'
import { normalizeEmail } from '@portico/server/mail'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createAuditedTransaction, type Note } from '../audit/createAuditedTransaction.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import type { IdentityIndexes, IdentityIndexesOf } from './createIdentityIndexes.ts'
import { createIdentityStore } from './createIdentityStore.ts'

const way = 'email'
/** Users per transaction, so that logins meanwhile do not wait for long. */
const usersPerTransaction = 200

/** Why a user was not imported. */
export type ImportRefusal =
  /** Another user in the file has the same address. */
  | 'address-twice'
  /** The address belongs to another user of the gateway, or one who can still change back to it. */
  | 'address-taken'
  /** The user already has another address at the gateway. */
  | 'other-address'
  | 'address-invalid'

/** The result of an import, as numbers of users. */
export type ImportReport = {
  imported: number
  /** Keys of browsers with a device slot, which were introduced with the imported users. */
  keys: number
  /** Users who already had this address at the gateway. */
  unchanged: number
  /** Users without a wallet, who log in as new users. Their sessions were ended. */
  withoutWallet: number
  refused: { userId: string; reason: ImportRefusal }[]
}

type Candidate = { userId: string; indexes: IdentityIndexes }

/**
 * Stores the addresses of users from before introductions, and introduces the keys of their browsers. Only users with a
 * wallet and without an identity are changed, so repeating an import changes nothing.
 *
 * This is the only step at which the gateway trusts the vault about who owns which wallet: a login never binds an address
 * to a user who has a wallet. All users of the file are compared first, so that of two users with one address neither is
 * imported, in whatever order they come.
 */
export async function importIdentities({
  users,
  database,
  audit,
  indexesOf,
  now,
}: {
  users: IdentityBatch['users']
  database: Database
  audit: AuditTrail<Tables>
  indexesOf: IdentityIndexesOf
  now: () => number
}): Promise<ImportReport> {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const { candidates, refused } = compare({ users, indexesOf })
  const report: ImportReport = { imported: 0, keys: 0, unchanged: 0, withoutWallet: 0, refused }
  for (let start = 0; start < candidates.length; start += usersPerTransaction) {
    const some = candidates.slice(start, start + usersPerTransaction)
    const locks = some.flatMap(({ userId, indexes }) => [
      { key: `user ${userId}` },
      ...indexes.map(({ ix }) => ({ key: `identity ${way} ${ix}` })),
    ])
    const outcomes = await inAuditedTransaction(async (transaction, note) => {
      const all: Outcome[] = []
      for (const candidate of some) all.push(await importOne(transaction, note, candidate, now()))
      return all
    }, locks)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind === 'refused')
        report.refused.push({ userId: some[index]?.userId ?? '', reason: outcome.reason })
      else report[outcome.kind] += 1
      if (outcome.kind === 'imported') report.keys += outcome.keys
    }
  }
  return report
}

type Outcome =
  | { kind: 'imported'; keys: number }
  | { kind: 'unchanged' | 'withoutWallet' }
  | { kind: 'refused'; reason: ImportRefusal }

/** Refuses users whose address is invalid or is that of another user in the file. */
function compare({ users, indexesOf }: { users: IdentityBatch['users']; indexesOf: IdentityIndexesOf }) {
  const refused: ImportReport['refused'] = []
  const candidates: Candidate[] = []
  const usersOf = new Map<string, Set<string>>()
  for (const { userId, email } of users) {
    const subject = normalizeEmail(email)
    if (subject === undefined) {
      refused.push({ userId, reason: 'address-invalid' })
      continue
    }
    const indexes = indexesOf({ way, subject })
    const [{ ix }] = indexes
    usersOf.set(ix, (usersOf.get(ix) ?? new Set()).add(userId))
    candidates.push({ userId, indexes })
  }
  const isTwice = ({ indexes: [{ ix }] }: Candidate) => (usersOf.get(ix)?.size ?? 0) > 1
  for (const { userId } of candidates.filter(isTwice)) refused.push({ userId, reason: 'address-twice' })
  return { candidates: candidates.filter((candidate) => !isTwice(candidate)), refused }
}

async function importOne(
  transaction: Transaction<Tables>,
  note: Note,
  { userId, indexes }: Candidate,
  now: number,
): Promise<Outcome> {
  const identities = createIdentityStore({ database: transaction })
  const owners = await identities.findOwners({ way, indexes })
  if (owners.some((owner) => owner.userId === userId)) return { kind: 'unchanged' }
  const ixs = indexes.map(({ ix }) => ix)
  const isReserved = await createAddressRecords({ transaction }).isReserved({ ixs, now, except: userId })
  if (owners.length > 0 || isReserved) return { kind: 'refused', reason: 'address-taken' }
  if (await identities.hasIdentity(userId)) return { kind: 'refused', reason: 'other-address' }
  const wallet = await transaction
    .selectFrom('embedded_wallets')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!wallet) {
    await endSessions(transaction, note, userId, now)
    return { kind: 'withoutWallet' }
  }
  await identities.bind({ userId, way, index: indexes[0], now })
  const slots = await transaction
    .selectFrom('wallet_slots')
    .select(({ fn }) => ['jkt', fn.min('created_at').as('at')])
    .where('user_id', '=', userId)
    .where('kind', '=', 'device')
    .where('jkt', 'is not', null)
    .groupBy('jkt')
    .execute()
  // The browsers are as old as their slots, which the gateway stored itself.
  for (const { jkt, at } of slots)
    await identities.introduce({ userId, jkt: jkt as string, way, now: Number(at) })
  await note({ event: 'identity-imported', userId, subject: way, now })
  return { kind: 'imported', keys: slots.length }
}

/**
 * Deletes the sessions of a user who has nothing else at the gateway. A login is admitted as a new user only if nothing is
 * stored for that user, so a session that was opened with the vault's assertion alone would lock this user out until
 * it expires.
 */
async function endSessions(
  transaction: Transaction<Tables>,
  note: Note,
  userId: string,
  now: number,
): Promise<void> {
  const ended = await transaction
    .deleteFrom('wallet_sessions')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  for (const { id } of ended) {
    await transaction.deleteFrom('wallet_refresh_tokens').where('session_id', '=', id).execute()
    await note({ event: 'session-revoked', userId, subject: id, now })
  }
}
