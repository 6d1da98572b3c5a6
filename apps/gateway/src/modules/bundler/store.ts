import { createSweep, inTransaction } from '@portico/server'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'
import { chainLock } from './chainLock.ts'
import { createChainBatches } from './createChainBatches.ts'
import { createRelayerStore } from './createRelayerStore.ts'
import { createSettlementStore } from './createSettlementStore.ts'
import { readOpen } from './readOpen.ts'
import {
  addToDay,
  countRevoked,
  type DailyLimits,
  dayOf,
  exceeds,
  readDays,
  release,
  takeBack,
} from './sponsorDays.ts'
import { isSuspended } from './sponsorFailures.ts'

/** A stored operation. */
export type OperationRow = Selectable<Tables['operations']>

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

/** Why an operation is not sent, or not yet: another one of the account is under way, or too many have failed. */
export type SendRefusal = 'account-busy' | 'limit-reached'

const dayMs = 24 * 60 * 60_000
/** Milliseconds for which settled operations and days are stored. */
const retentionMs = 30 * dayMs
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

  const runInBatch = createChainBatches({ database })

  return {
    ...createRelayerStore({ database }),
    ...createSettlementStore({ database }),

    /**
     * Reserves what an operation can cost at most, in one transaction with the check of all limits. An operation with the same nonce that
     * was signed before for the same user and not sent is replaced; its signature is still valid, so the larger of both stays reserved.
     * Those of other users and projects stay beside it: a project's server can ask for any account, without that account's signature.
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
      return runInBatch(chain, async ({ transaction, owed }) => {
        const open = await readOpen(transaction, operation)
        // Only the account can have signed one that was sent.
        if (open.some(({ state }) => state === 'sent')) return 'account-busy'
        const same = open.find((row) => row.project_id === project_id && row.user_id === user_id)
        if (await isSuspended(transaction, { project_id, user_id, now })) return 'limit-reached'
        const isHeld = same !== undefined && same.valid_until > now
        // What is reserved for one paymaster would be missing at the other.
        if (isHeld && (same.payer === 'other') !== (operation.payer === 'other')) return 'account-busy'
        const reserved = isHeld ? most(BigInt(same.max_cost), maxCost) : maxCost
        const [user, project] = await readDays(transaction, { project_id, user_id, chain, day })
        if (same?.day === day) takeBack(same, [user, project])
        const revoked = await readRevoked(transaction, { ...operation, day, same })
        // The earlier signature stays valid if nothing is reserved now, and so does what is reserved for it.
        if (exceeds({ user, project, limits, more: reserved, revoked })) return 'limit-reached'
        const { paymaster } = operation
        const sum = owed.get(paymaster) ?? (await readOwed(transaction, { chain, paymaster }))
        owed.set(paymaster, sum)
        const without = same?.paymaster === paymaster ? sum - BigInt(same.max_cost) : sum
        if (without + reserved > deposit) return 'sponsor-empty'
        if (same) {
          await release(transaction, same)
          await transaction.deleteFrom('operations').where('hash', '=', same.hash).execute()
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
        // Only now: what was read stands for the operations that follow in this transaction.
        if (same && same.paymaster !== paymaster) owed.delete(same.paymaster)
        owed.set(paymaster, without + reserved)
        return undefined
      })
    },

    /**
     * Returns whether an operation that costs this much would exceed a limit now, if it replaced the one that was signed before with its
     * nonce. Reserves nothing.
     */
    async isOver({
      maxCost,
      limits,
      now,
      ...of
    }: Pick<OperationRow, 'project_id' | 'user_id' | 'chain' | 'sender' | 'nonce' | 'payer'> & {
      maxCost: bigint
      limits: DailyLimits
      now: number
    }): Promise<boolean> {
      const day = dayOf(now)
      const [[user, project], suspended, open] = await Promise.all([
        readDays(database, { ...of, day }),
        isSuspended(database, { ...of, now }),
        readOpen(database, of),
      ])
      const same = open.find((row) => row.project_id === of.project_id && row.user_id === of.user_id)
      if (same?.day === day) takeBack(same, [user, project])
      const revoked = await readRevoked(database, { ...of, day, same })
      return suspended || exceeds({ user, project, limits, more: maxCost, revoked })
    },

    find: (hash: string): Promise<OperationRow | undefined> =>
      database.selectFrom('operations').selectAll().where('hash', '=', hash).executeTakeFirst(),

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
     * bytes. They are stored before anybody else gets them. The relayer has one transaction under way per account: who makes operations
     * fail, by taking the account's code away in front of them, costs it one at a time, and is refused after three.
     *
     * @param relayer omitted with an external bundler.
     * @returns the transaction, why it is not sent, or false if the operation is not to be sent any more.
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
    }): Promise<{ raw: string; hash: string } | SendRefusal | undefined | false> {
      return inTransaction({
        database,
        locks: [chainLock(chain)],
        run: async (transaction) => {
          const row = await transaction
            .selectFrom('operations')
            .select(['chain', 'state', 'valid_until', 'project_id', 'user_id', 'sender', 'nonce'])
            .where('hash', '=', hash)
            .executeTakeFirst()
          if (row?.state !== 'quoted' || row.valid_until <= now) return false
          if ((await readOpen(transaction, row)).some(({ state }) => state === 'sent')) return 'account-busy'
          if (await isSuspended(transaction, { ...row, now })) return 'limit-reached'
          const set = { state: 'sent' as const, user_operation: userOperation }
          if (!relayer) {
            await transaction.updateTable('operations').set(set).where('hash', '=', hash).execute()
            return undefined
          }
          const { address } = relayer
          const underWay = await transaction
            .selectFrom('relayer_transactions')
            .innerJoin('operations', 'operations.hash', 'relayer_transactions.operation')
            .select('operations.hash')
            .where('relayer_transactions.chain', '=', chain)
            .where('relayer_transactions.done_at', 'is', null)
            .where('operations.sender', '=', row.sender)
            .executeTakeFirst()
          if (underWay) return 'account-busy'
          const rows = await transaction
            .selectFrom('relayer_transactions')
            .select('nonce')
            .where('chain', '=', chain)
            .where('relayer', '=', address)
            // A node that is behind does not know the last ones that were included.
            .where(({ eb, or }) => or([eb('done_at', 'is', null), eb('done_at', '>', now - settleMs)]))
            .execute()
          const taken = new Set(rows.map(({ nonce }) => Number(nonce)))
          let nonce = relayer.used
          while (taken.has(nonce)) nonce += 1
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
  }
}

export type OperationStore = ReturnType<typeof createOperationStore>

/** Counts the permissions that the account of a revocation has revoked, without the operation that it replaces; undefined for others. */
async function readRevoked(
  database: Database,
  {
    same,
    ...of
  }: Pick<OperationRow, 'project_id' | 'chain' | 'sender' | 'day' | 'payer'> & {
    same: OperationRow | undefined
  },
): Promise<number | undefined> {
  if (of.payer !== 'revocation') return undefined
  const isCounted = same?.payer === 'revocation' && same.day === of.day
  return (await countRevoked(database, of)) - (isCounted ? 1 : 0)
}

/** Returns what the open operations of a paymaster can cost at most. */
async function readOwed(
  transaction: Transaction<Tables>,
  { chain, paymaster }: { chain: string; paymaster: string },
): Promise<bigint> {
  const open = await transaction
    .selectFrom('operations')
    .select('max_cost')
    .where('chain', '=', chain)
    .where('paymaster', '=', paymaster)
    .where('state', 'in', ['quoted', 'sent'])
    .execute()
  return open.reduce((sum, { max_cost }) => sum + BigInt(max_cost), 0n)
}

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
