import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'

/** What one user, and one project, may use per day. Amounts are in wei. */
export type DailyLimits = {
  userOperations: number
  userWei: bigint
  projectWei: bigint
  /** Permissions that one account may revoke. */
  revocations: number
}

const dayMs = 24 * 60 * 60_000

/** The day of a time, counted from the epoch (UTC). */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs)

/** A day of a user, or with an empty user of a project, on a network. */
type Day = Pick<Selectable<Tables['operations']>, 'project_id' | 'user_id' | 'chain' | 'day'>

/** What was reserved and spent on a day, in wei, in how many operations, and how many of them failed. */
type Amounts = { reserved: bigint; spent: bigint; ops: number; reverts: number }

/**
 * Whether one more operation that costs at most `more` exceeds a limit of the user or the project.
 *
 * @param revoked how many permissions its account has revoked, if it revokes one. Those have a limit of their own instead of the user's:
 * whoever has used up the day must still be able to take back a permission.
 */
export function exceeds({
  user,
  project,
  limits,
  more,
  revoked,
}: {
  user: Amounts
  project: Amounts
  limits: DailyLimits
  more: bigint
  revoked: number | undefined
}): boolean {
  if (project.reserved + project.spent + more > limits.projectWei) return true
  if (revoked !== undefined) return revoked + 1 > limits.revocations
  return user.ops + 1 > limits.userOperations || user.reserved + user.spent + more > limits.userWei
}

/** Reads the day of a user and that of the project. */
export async function readDays(
  transaction: Database,
  { project_id, user_id, chain, day }: Day,
): Promise<[user: Amounts, project: Amounts]> {
  const rows = await transaction
    .selectFrom('sponsor_days')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('user_id', 'in', [user_id, ''])
    .where('chain', '=', chain)
    .where('day', '=', day)
    .execute()
  const of = (user: string): Amounts => {
    const {
      reserved = '0',
      spent = '0',
      ops = 0,
      reverts = 0,
    } = rows.find((row) => row.user_id === user) ?? {}
    return { reserved: BigInt(reserved), spent: BigInt(spent), ops, reverts }
  }
  return [of(user_id), of('')]
}

/** Counts the permissions that an account has revoked on a day at the cost of a project, or may still revoke with what was signed. */
export async function countRevoked(
  database: Database,
  {
    project_id,
    chain,
    sender,
    day,
  }: Pick<Selectable<Tables['operations']>, 'project_id' | 'chain' | 'sender' | 'day'>,
): Promise<number> {
  const rows = await database
    .selectFrom('operations')
    .select('hash')
    .where('chain', '=', chain)
    .where('sender', '=', sender)
    .where('project_id', '=', project_id)
    .where('payer', '=', 'revocation')
    .where('day', '=', day)
    .where('state', '!=', 'expired')
    .execute()
  return rows.length
}

/** Adds to the day of a user and to that of the project. */
export async function addToDay(
  transaction: Transaction<Tables>,
  of: Day,
  { reserved = 0n, spent = 0n, ops = 0, reverts = 0 }: Partial<Amounts>,
): Promise<void> {
  const { project_id, user_id, chain, day } = of
  const days = await readDays(transaction, of)
  const rows = days.map((before, index) => ({
    project_id,
    user_id: index === 0 ? user_id : '',
    chain,
    day,
    reserved: (before.reserved + reserved).toString(),
    spent: (before.spent + spent).toString(),
    ops: before.ops + ops,
    reverts: before.reverts + reverts,
  }))
  await transaction
    .insertInto('sponsor_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id', 'chain', 'day']).doUpdateSet(({ ref }) => ({
        reserved: ref('excluded.reserved'),
        spent: ref('excluded.spent'),
        ops: ref('excluded.ops'),
        reverts: ref('excluded.reverts'),
      })),
    )
    .execute()
}

/** Subtracts from days that were read what an open operation of theirs has reserved. */
export function takeBack(
  { max_cost }: Pick<Selectable<Tables['operations']>, 'max_cost'>,
  days: Amounts[],
): void {
  for (const amounts of days) {
    amounts.reserved -= BigInt(max_cost)
    amounts.ops -= 1
  }
}

/** Takes back what an open operation has reserved. */
export function release(
  transaction: Transaction<Tables>,
  row: Selectable<Tables['operations']>,
): Promise<void> {
  return addToDay(transaction, row, { reserved: -BigInt(row.max_cost), ops: -1 })
}
