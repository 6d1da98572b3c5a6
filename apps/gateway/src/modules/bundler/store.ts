import { createSweep, inTransaction } from '@portico/server'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'

/** A stored operation. */
export type OperationRow = Selectable<Tables['operations']>
/** A stored transaction of the relayer. */
export type RelayerRow = Selectable<Tables['relayer_transactions']>

/** What one user, and one project, may use per day. Amounts are in wei. */
export type DailyLimits = { userOperations: number; userWei: bigint; projectWei: bigint }

/** An operation that the paymaster has signed, before it is stored. */
export type NewOperation = Pick<
  OperationRow,
  | 'hash'
  | 'project_id'
  | 'user_id'
  | 'chain'
  | 'sender'
  | 'nonce_key'
  | 'nonce'
  | 'paymaster'
  | 'payer'
  | 'fee_token'
  | 'fee_amount'
  | 'valid_until'
  | 'since_block'
> & { maxCost: bigint }

/** Why nothing was reserved. */
export type ReserveRefusal = 'limit-reached' | 'account-busy' | 'sponsor-empty'

type OperationId = Pick<OperationRow, 'chain' | 'hash'>

/** How an operation was included. */
export type Inclusion = {
  txHash: string
  blockNumber: number
  blockHash: string
  success: boolean
  actualCost: bigint
}

const dayMs = 24 * 60 * 60_000
/** Milliseconds that settled operations are kept, and days that are. */
const retentionMs = 30 * dayMs
/** Failures within a day after which nothing is paid for the user for another day. */
const maxFailures = 3

/** Milliseconds after its inclusion in which an operation is still looked for, in case the chain is reorganised. */
const settleMs = 15 * 60_000

/** Creates the SQL store of operations, of what they cost per day, and of the relayer's transactions. */
export function createOperationStore({ database }: { database: Database }) {
  const sweep = createSweep({
    database,
    run: async (transaction, now) => {
      await transaction
        .deleteFrom('operations')
        .where('quoted_at', '<=', now - retentionMs)
        .where('state', 'in', ['mined', 'reverted', 'expired'])
        .execute()
      await transaction
        .deleteFrom('sponsor_days')
        .where('day', '<', dayOf(now - retentionMs))
        .execute()
      await transaction
        .deleteFrom('relayer_transactions')
        .where('created_at', '<=', now - retentionMs)
        .where('done_at', 'is not', null)
        .execute()
    },
  })

  /** Changes an operation and its day in one transaction, if it is still in one of these states. */
  function change(
    { chain, hash }: { chain: string; hash: string },
    states: readonly OperationRow['state'][],
    apply: (row: OperationRow, transaction: Transaction<Tables>) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction({
      database,
      locks: [chainLock(chain)],
      run: async (transaction) => {
        const row = await transaction
          .selectFrom('operations')
          .selectAll()
          .where('hash', '=', hash)
          .executeTakeFirst()
        if (!row || !states.includes(row.state)) return false
        await apply(row, transaction)
        return true
      },
    })
  }

  return {
    /**
     * Reserves what an operation can cost at most, in one transaction with the check of all limits. An operation with the same nonce that
     * was signed before and not sent is replaced; its signature is still valid, so the larger of both stays reserved.
     *
     * @param deposit balance of the paymaster, of which all open operations must be payable
     */
    async reserve({
      operation: { maxCost, ...operation },
      limits,
      deposit,
      now,
    }: {
      operation: NewOperation
      limits: DailyLimits
      deposit: bigint
      now: number
    }): Promise<ReserveRefusal | undefined> {
      await sweep(now)
      const day = dayOf(now)
      const { chain, project_id, user_id } = operation
      return inTransaction({
        database,
        locks: [chainLock(chain)],
        run: async (transaction) => {
          const same = await transaction
            .selectFrom('operations')
            .selectAll()
            .where('chain', '=', chain)
            .where('sender', '=', operation.sender)
            .where('nonce', '=', operation.nonce)
            .where('state', 'in', ['quoted', 'sent'])
            .executeTakeFirst()
          if (same && (same.state === 'sent' || same.project_id !== project_id || same.user_id !== user_id))
            return 'account-busy'
          if (await isSuspended(transaction, { project_id, user_id, now })) return 'limit-reached'
          if (same) {
            await release(transaction, same)
            await transaction.deleteFrom('operations').where('hash', '=', same.hash).execute()
          }
          const isHeld = same !== undefined && same.valid_until > now
          const reserved = isHeld ? most(BigInt(same.max_cost), maxCost) : maxCost
          const open = await transaction
            .selectFrom('operations')
            .select('max_cost')
            .where('chain', '=', chain)
            .where('paymaster', '=', operation.paymaster)
            .where('state', 'in', ['quoted', 'sent'])
            .execute()
          const owed = open.reduce((sum, { max_cost }) => sum + BigInt(max_cost), reserved)
          const [user, project] = await readDays(transaction, { project_id, user_id, chain, day })
          const isOver = exceeds({ user, project, limits, more: reserved })
          if (isOver || owed > deposit) {
            // The earlier signature stays valid, and so does what is reserved for it.
            if (same) {
              await transaction.insertInto('operations').values(same).execute()
              await addToDay(transaction, same, { reserved: BigInt(same.max_cost), ops: 1 })
            }
            return isOver ? 'limit-reached' : 'sponsor-empty'
          }
          const row = {
            ...operation,
            max_cost: reserved.toString(),
            state: 'quoted' as const,
            relayer_cost: '0',
            day,
            valid_until: isHeld ? Math.max(same.valid_until, operation.valid_until) : operation.valid_until,
            quoted_at: now,
          }
          await transaction.insertInto('operations').values(row).execute()
          await addToDay(transaction, row, { reserved, ops: 1 })
          return undefined
        },
      })
    },

    /** Returns whether an operation that costs this much would exceed a limit now. Reserves nothing. */
    async isOver({
      maxCost,
      limits,
      now,
      ...of
    }: Pick<OperationRow, 'project_id' | 'user_id' | 'chain'> & {
      maxCost: bigint
      limits: DailyLimits
      now: number
    }): Promise<boolean> {
      const day = dayOf(now)
      const [[user, project], suspended] = await Promise.all([
        readDays(database, { ...of, day }),
        isSuspended(database, { ...of, now }),
      ])
      return suspended || exceeds({ user, project, limits, more: maxCost })
    },

    find: (hash: string): Promise<OperationRow | undefined> =>
      database.selectFrom('operations').selectAll().where('hash', '=', hash).executeTakeFirst(),

    /** Lists the hashes of the transactions that contain an operation. */
    async listHashes(operation: string): Promise<string[]> {
      const rows = await database
        .selectFrom('relayer_transactions')
        .select('hash')
        .where('operation', '=', operation)
        .execute()
      return rows.map(({ hash }) => hash)
    },

    /**
     * Lists the operations of a network that were sent and are not settled. With `isThorough`, also those that were signed only, and those
     * that were settled a short time ago.
     */
    listUnsettled: ({
      chain,
      isThorough,
      now,
    }: {
      chain: string
      isThorough: boolean
      now: number
    }): Promise<OperationRow[]> =>
      database
        .selectFrom('operations')
        .selectAll()
        .where('chain', '=', chain)
        .where(({ eb, or }) =>
          or([
            eb('state', '=', 'sent'),
            ...(isThorough ? [eb('state', '=', 'quoted'), eb('settled_at', '>', now - settleMs)] : []),
          ]),
        )
        .execute(),

    /**
     * Marks an operation as sent, with the transaction that sends it: `write` gets the next nonce of the relayer and returns the signed
     * bytes. They are stored before anybody else gets them.
     *
     * @param relayer omitted with an external bundler.
     * @returns the transaction, or false if the operation is not to be sent any more.
     */
    send({
      chain,
      hash,
      userOperation,
      relayer,
      now,
    }: {
      chain: string
      hash: string
      userOperation: string
      relayer?:
        | {
            address: string
            /** How many nonces are used for good. */
            used: number
            write(nonce: number): Promise<{ hash: string; raw: string }>
          }
        | undefined
      now: number
    }): Promise<{ raw: string; hash: string } | undefined | false> {
      return inTransaction({
        database,
        locks: [chainLock(chain)],
        run: async (transaction) => {
          const row = await transaction
            .selectFrom('operations')
            .select(['state', 'valid_until'])
            .where('hash', '=', hash)
            .executeTakeFirst()
          if (row?.state !== 'quoted' || row.valid_until <= now) return false
          const set = { state: 'sent' as const, user_operation: userOperation }
          if (!relayer) {
            await transaction.updateTable('operations').set(set).where('hash', '=', hash).execute()
            return undefined
          }
          const { address } = relayer
          const last = await transaction
            .selectFrom('relayer_transactions')
            .select(({ fn }) => fn.max('nonce').as('nonce'))
            .where('chain', '=', chain)
            .where('relayer', '=', address)
            .where('done_at', 'is', null)
            .executeTakeFirst()
          const nonce = Math.max(relayer.used, Number(last?.nonce ?? -1) + 1)
          const signed = await relayer.write(nonce)
          await transaction
            .insertInto('relayer_transactions')
            .values({ ...signed, chain, relayer: address, nonce, operation: hash, created_at: now })
            .execute()
          await transaction
            .updateTable('operations')
            .set({ ...set, tx_hash: signed.hash })
            .where('hash', '=', hash)
            .execute()
          return signed
        },
      })
    },

    /** Marks an operation as not sent after all: an external bundler refused it. */
    async unsend(hash: string): Promise<void> {
      await database
        .updateTable('operations')
        .set({ state: 'quoted' })
        .where('hash', '=', hash)
        .where('state', '=', 'sent')
        .execute()
    },

    /** Settles an operation that was included. */
    include({
      chain,
      hash,
      inclusion,
      now,
    }: OperationId & { inclusion: Inclusion; now: number }): Promise<boolean> {
      return change({ chain, hash }, ['quoted', 'sent', 'expired'], async (row, transaction) => {
        const { success, actualCost } = inclusion
        if (row.state !== 'expired') await release(transaction, row)
        await addToDay(transaction, row, {
          spent: chargeOf(row, inclusion),
          ops: 1,
          reverts: success ? 0 : 1,
        })
        await transaction
          .updateTable('operations')
          .set({
            state: success ? 'mined' : 'reverted',
            tx_hash: inclusion.txHash,
            block_number: inclusion.blockNumber,
            block_hash: inclusion.blockHash,
            actual_cost: actualCost.toString(),
            settled_at: now,
            ...(success ? {} : { failed_at: now }),
          })
          .where('hash', '=', hash)
          .execute()
      })
    },

    /**
     * Undoes `include`: the block is not part of the chain any more. The operation is open again, unless another one with its nonce was
     * signed since.
     */
    exclude({ chain, hash }: OperationId): Promise<boolean> {
      return change({ chain, hash }, ['mined', 'reverted'], async (row, transaction) => {
        if (row.actual_cost === null) return
        const success = row.state === 'mined'
        const other = await transaction
          .selectFrom('operations')
          .select('hash')
          .where('chain', '=', chain)
          .where('sender', '=', row.sender)
          .where('nonce', '=', row.nonce)
          .where('state', 'in', ['quoted', 'sent'])
          .executeTakeFirst()
        await addToDay(transaction, row, {
          ...(other ? { ops: -1 } : { reserved: BigInt(row.max_cost) }),
          spent: -chargeOf(row, { success, actualCost: BigInt(row.actual_cost) }),
          reverts: success ? 0 : -1,
        })
        const open = row.user_operation === null ? 'quoted' : 'sent'
        await transaction
          .updateTable('operations')
          .set({
            state: other ? 'expired' : open,
            block_number: null,
            block_hash: null,
            actual_cost: null,
            ...(other ? {} : { settled_at: null }),
            ...(success ? {} : { failed_at: null }),
          })
          .where('hash', '=', hash)
          .execute()
      })
    },

    /** Releases what was reserved for an operation that can no longer be included. */
    expire({ chain, hash, now }: OperationId & { now: number }): Promise<boolean> {
      return change({ chain, hash }, ['quoted', 'sent'], async (row, transaction) => {
        await release(transaction, row)
        await transaction
          .updateTable('operations')
          .set({ state: 'expired', settled_at: now })
          .where('hash', '=', hash)
          .execute()
      })
    },

    /**
     * Lists the transactions of a relayer that may have to be sent again, by nonce. With `isThorough`, also those that were done a short
     * time ago.
     */
    listTransactions: ({
      chain,
      relayer,
      isThorough,
      now,
    }: {
      chain: string
      relayer: string
      isThorough: boolean
      now: number
    }): Promise<RelayerRow[]> =>
      database
        .selectFrom('relayer_transactions')
        .selectAll()
        .where('chain', '=', chain)
        .where('relayer', '=', relayer)
        .where(({ eb, or }) =>
          or([eb('done_at', 'is', null), ...(isThorough ? [eb('done_at', '>', now - settleMs)] : [])]),
        )
        .orderBy('nonce')
        .orderBy('created_at')
        .execute(),

    /** Stores another transaction with the same nonce, unless a newer one than `replaced` is there already. */
    replace({
      replaced,
      signed,
      operation,
      now,
    }: {
      replaced: RelayerRow
      signed: { hash: string; raw: string }
      operation: string | null
      now: number
    }): Promise<boolean> {
      return inTransaction({
        database,
        locks: [chainLock(replaced.chain)],
        run: async (transaction) => {
          const rows = await transaction
            .selectFrom('relayer_transactions')
            .select(['hash', 'created_at'])
            .where('chain', '=', replaced.chain)
            .where('relayer', '=', replaced.relayer)
            .where('nonce', '=', replaced.nonce)
            .execute()
          if (rows.some(({ hash, created_at }) => hash !== replaced.hash && created_at > replaced.created_at))
            return false
          const { chain, relayer, nonce } = replaced
          await transaction
            .insertInto('relayer_transactions')
            .values({
              ...signed,
              chain,
              relayer,
              nonce,
              operation,
              // Later than the one it replaces, whatever the clock says.
              created_at: Math.max(now, replaced.created_at + 1),
            })
            .execute()
          if (operation !== null)
            await transaction
              .updateTable('operations')
              .set({ tx_hash: signed.hash })
              .where('hash', '=', operation)
              .where('state', '=', 'sent')
              .execute()
          return true
        },
      })
    },

    /**
     * Marks all transactions with a nonce as done, or as not done after all.
     *
     * @param lost the one that was included without executing its operation, and what it cost.
     */
    finish({
      row,
      isDone,
      lost,
      now,
    }: {
      row: RelayerRow
      isDone: boolean
      lost?: { hash: string; cost: bigint } | undefined
      now: number
    }): Promise<void> {
      return inTransaction({
        database,
        locks: [chainLock(row.chain)],
        run: async (transaction) => {
          const rows = await transaction
            .selectFrom('relayer_transactions')
            .selectAll()
            .where('chain', '=', row.chain)
            .where('relayer', '=', row.relayer)
            .where('nonce', '=', row.nonce)
            .execute()
          if (rows.every(({ done_at }) => (done_at !== null) === isDone)) return
          await transaction
            .updateTable('relayer_transactions')
            .set({ done_at: isDone ? now : null, cost: null })
            .where('chain', '=', row.chain)
            .where('relayer', '=', row.relayer)
            .where('nonce', '=', row.nonce)
            .execute()
          for (const { cost, operation } of rows)
            if (cost !== null && operation !== null) await lose(transaction, operation, -BigInt(cost), now)
          if (!isDone || !lost) return
          await transaction
            .updateTable('relayer_transactions')
            .set({ cost: lost.cost.toString() })
            .where('hash', '=', lost.hash)
            .execute()
          const operation = rows.find(({ hash }) => hash === lost.hash)?.operation
          if (operation) await lose(transaction, operation, lost.cost, now)
        },
      })
    },
  }
}

export type OperationStore = ReturnType<typeof createOperationStore>

/** The day of a time, counted from the epoch (UTC). */
const dayOf = (ms: number): number => Math.floor(ms / dayMs)

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const chainLock = (chain: string) => ({ key: `operations ${chain}` })

/** What counts towards the limits: a fee that was paid in a token does not. */
function chargeOf(
  row: OperationRow,
  { success, actualCost }: Pick<Inclusion, 'success' | 'actualCost'>,
): bigint {
  return row.payer === 'token' && success ? 0n : actualCost
}

type Day = Pick<OperationRow, 'project_id' | 'user_id' | 'chain' | 'day'>

type Amounts = { reserved: bigint; spent: bigint; ops: number; reverts: number }

/** Whether one more operation that costs at most `more` exceeds a limit of the user or the project. */
function exceeds({
  user,
  project,
  limits,
  more,
}: {
  user: Amounts
  project: Amounts
  limits: DailyLimits
  more: bigint
}): boolean {
  return (
    user.ops + 1 > limits.userOperations ||
    user.reserved + user.spent + more > limits.userWei ||
    project.reserved + project.spent + more > limits.projectWei
  )
}

/** Reads the day of a user and that of the project. */
async function readDays(
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

/** Adds to the day of a user and to that of the project. */
async function addToDay(
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

/** Takes back what an open operation has reserved. */
function release(transaction: Transaction<Tables>, row: OperationRow): Promise<void> {
  return addToDay(transaction, row, { reserved: -BigInt(row.max_cost), ops: -1 })
}

/** Counts a transaction that cost the relayer something and did not execute its operation; with a negative cost, takes it back. */
async function lose(
  transaction: Transaction<Tables>,
  hash: string,
  cost: bigint,
  now: number,
): Promise<void> {
  const row = await transaction
    .selectFrom('operations')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) return
  await addToDay(transaction, row, { spent: cost, reverts: cost > 0n ? 1 : -1 })
  await transaction
    .updateTable('operations')
    .set({ relayer_cost: (BigInt(row.relayer_cost) + cost).toString(), failed_at: cost > 0n ? now : null })
    .where('hash', '=', hash)
    .execute()
}

/** Whether the last three failures are within a day, and the last of them is less than a day ago. */
async function isSuspended(
  database: Database,
  { project_id, user_id, now }: { project_id: string; user_id: string; now: number },
): Promise<boolean> {
  const rows = await database
    .selectFrom('operations')
    .select('failed_at')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .where('failed_at', '>', now - 2 * dayMs)
    .orderBy('failed_at', 'desc')
    .execute()
  const times = rows.map(({ failed_at }) => Number(failed_at))
  return times.some((last, index) => {
    const first = times[index + maxFailures - 1]
    return last > now - dayMs && first !== undefined && last - first < dayMs
  })
}
