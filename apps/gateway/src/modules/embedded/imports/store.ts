import type { AuditTrail } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import { slotToRow } from '../wallets/slotToRow.ts'
import type { EmbeddedWallet, WalletSlot } from '../wallets/store.ts'
import { walletToRow } from '../wallets/walletToRow.ts'

/** Position of a wallet that is being imported. */
export const importPosition = 1

/** Creates the SQL store of imports. Each change locks the user, so that of two imports one replaces the wallet. */
export function createImportStore({ database, audit }: { database: Database; audit: AuditTrail<Tables> }) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const lockOf = (userId: string) => [{ key: `user ${userId}` }]

  return {
    /** Stores a pending import in place of an earlier one that was not confirmed. */
    async put({ wallet, slots }: { wallet: EmbeddedWallet; slots: readonly WalletSlot[] }): Promise<void> {
      const { id, userId, createdAt: now } = wallet
      await inAuditedTransaction(async (transaction, note) => {
        const dropped = await transaction
          .deleteFrom('embedded_wallets')
          .where('user_id', '=', userId)
          .where('position', '=', importPosition)
          .where('status', '=', 'pending')
          .returning('id')
          .execute()
        for (const { id: walletId } of dropped)
          await transaction
            .deleteFrom('wallet_slots')
            .where('wallet_id', '=', walletId)
            .where('user_id', '=', userId)
            .execute()
        await transaction.insertInto('embedded_wallets').values(walletToRow(wallet)).execute()
        await transaction.insertInto('wallet_slots').values(slots.map(slotToRow)).execute()
        await note({ event: 'import-started', userId, subject: id, now })
      }, lockOf(userId))
    },

    /**
     * Retires the user's wallet and activates the imported one in its place. Ends all sessions but this one, so that every
     * page logs in again and shows the new address.
     *
     * @throws {Problem} `address-taken`, or `no-wallet` if the import is not pending any more.
     */
    async replace({
      userId,
      walletId,
      sessionId,
      receiptDigest,
      now,
    }: {
      userId: string
      walletId: string
      sessionId: string
      receiptDigest: string
      now: number
    }): Promise<void> {
      await inAuditedTransaction(async (transaction, note) => {
        const retired = await retire(transaction, userId)
        const imported = await transaction
          .updateTable('embedded_wallets')
          .set({ status: 'active', position: 0, confirmed_at: now, receipt_digest: receiptDigest })
          .where('id', '=', walletId)
          .where('user_id', '=', userId)
          .where('position', '=', importPosition)
          .where('status', '=', 'pending')
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('embedded_wallets as owner')
                  .select('owner.id')
                  .whereRef('owner.address', '=', 'embedded_wallets.address')
                  .where('owner.status', '=', 'active'),
              ),
            ),
          )
          .returning('id')
          .executeTakeFirst()
        // Thrown inside the transaction: the old wallet is not retired either.
        if (!imported)
          throw new Problem((await isPending(transaction, walletId)) ? 'address-taken' : 'no-wallet')
        await transaction
          .updateTable('wallet_sessions')
          .set({ revoked_at: now })
          .where('user_id', '=', userId)
          .where('id', '!=', sessionId)
          .where('revoked_at', 'is', null)
          .execute()
        if (retired !== undefined) await note({ event: 'wallet-retired', userId, subject: retired, now })
        await note({ event: 'wallet-imported', userId, subject: walletId, now })
      }, lockOf(userId))
    },
  }
}

export type ImportStore = ReturnType<typeof createImportStore>

/** Retires the current wallet: it keeps all its slots, and its place is free. Returns its ID. */
async function retire(transaction: Transaction<Tables>, userId: string): Promise<string | undefined> {
  const { lowest } = await transaction
    .selectFrom('embedded_wallets')
    .select(({ fn }) => fn.min('position').as('lowest'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const row = await transaction
    .updateTable('embedded_wallets')
    .set({ status: 'retired', position: Math.min(Number(lowest), 0) - 1 })
    .where('user_id', '=', userId)
    .where('position', '=', 0)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function isPending(transaction: Transaction<Tables>, walletId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('embedded_wallets')
    .select('id')
    .where('id', '=', walletId)
    .where('status', '=', 'pending')
    .where('position', '=', importPosition)
    .executeTakeFirst()
  return row !== undefined
}
