import { type AuditTrail, createSweep, type Sealed } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import { insertSlot } from './insertSlot.ts'
import { slotToRow } from './slotToRow.ts'
import { walletToRow } from './walletToRow.ts'

/** An encrypted wallet. Its slots hold parts of the keys that open it. Times are in milliseconds since the epoch. */
export type EmbeddedWallet = {
  id: string
  userId: string
  /** 0: the current wallet, 1: one that is being imported; below 0: retired. */
  position: number
  status: 'pending' | 'active' | 'retired'
  epoch: number
  vault: string
  check: string
  address: string
  contentHash: string
  confirmNonce: string
  createdAt: number
}

/** One way to open a wallet, with the gateway's share of the key, encrypted. */
export type WalletSlot = {
  walletId: string
  slotId: string
  userId: string
  kind: 'device' | 'auto' | 'code'
  jkt: string | null
  /** Thumbprint of the key of a recovery code; undefined for other kinds. */
  proofJkt?: string | undefined
  wrap: string
  epoch: number
  share: Sealed
  createdAt: number
  /** When its share was last released. */
  lastUsedAt: number
}

/** A wallet that is not confirmed within this time is deleted. Its address has never been shown to anybody. */
const pendingMs = 24 * 60 * 60_000

/** Creates the SQL store of embedded wallets and their slots. Every query is limited to the rows of one user. */
export function createEmbeddedWalletStore({
  database,
  audit,
}: {
  database: Database
  audit: AuditTrail<Tables>
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const sweep = createSweep({
    database,
    run: async (transaction, now) => {
      const deleted = await transaction
        .deleteFrom('embedded_wallets')
        .where('status', '=', 'pending')
        .where('created_at', '<=', now - pendingMs)
        .returning('id')
        .execute()
      if (deleted.length > 0)
        await transaction
          .deleteFrom('wallet_slots')
          .where(
            'wallet_id',
            'in',
            deleted.map(({ id }) => id),
          )
          .execute()
    },
  })

  async function find(userId: string): Promise<EmbeddedWallet | undefined> {
    const row = await database
      .selectFrom('embedded_wallets')
      .selectAll()
      .where('user_id', '=', userId)
      .where('position', '=', 0)
      .executeTakeFirst()
    return row && fromRow(row)
  }

  return {
    find,
    sweep,

    async findById({
      userId,
      walletId,
    }: {
      userId: string
      walletId: string
    }): Promise<EmbeddedWallet | undefined> {
      const row = await database
        .selectFrom('embedded_wallets')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', walletId)
        .where('status', 'in', ['pending', 'active', 'retired'])
        .executeTakeFirst()
      return row && fromRow(row)
    },

    /** Returns the retired wallets of a user, the latest first. */
    async listRetired(userId: string): Promise<EmbeddedWallet[]> {
      const rows = await database
        .selectFrom('embedded_wallets')
        .selectAll()
        .where('user_id', '=', userId)
        .where('status', '=', 'retired')
        .orderBy('position')
        .execute()
      return rows.map(fromRow)
    },

    async slots({ userId, walletId }: { userId: string; walletId: string }): Promise<WalletSlot[]> {
      const rows = await database
        .selectFrom('wallet_slots')
        .selectAll()
        .where('user_id', '=', userId)
        .where('wallet_id', '=', walletId)
        .orderBy('created_at')
        .orderBy('slot_id')
        .execute()
      return rows.map(slotFromRow)
    },

    /** Returns the wallet, also a retired one, whose recovery code has a key with this thumbprint, and the slot of the code. */
    async findByProof(proofJkt: string): Promise<{ wallet: EmbeddedWallet; slot: WalletSlot } | undefined> {
      const slot = await database
        .selectFrom('wallet_slots')
        .selectAll()
        .where('proof_jkt', '=', proofJkt)
        .executeTakeFirst()
      if (!slot) return undefined
      const wallet = await database
        .selectFrom('embedded_wallets')
        .selectAll()
        .where('id', '=', slot.wallet_id)
        .where('user_id', '=', slot.user_id)
        .where('status', 'in', ['active', 'retired'])
        .executeTakeFirst()
      return wallet && { wallet: fromRow(wallet), slot: slotFromRow(slot) }
    },

    /**
     * Stores a new wallet with all its slots, in one transaction. A constraint allows one wallet per user.
     *
     * @returns false if the user has a wallet, or the ID is taken.
     */
    async create({
      wallet,
      slots,
    }: {
      wallet: EmbeddedWallet
      slots: readonly WalletSlot[]
    }): Promise<boolean> {
      return inAuditedTransaction(async (transaction, note) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('embedded_wallets')
          .values(walletToRow(wallet))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) return false
        await transaction.insertInto('wallet_slots').values(slots.map(slotToRow)).execute()
        await note({
          event: 'wallet-created',
          userId: wallet.userId,
          subject: wallet.id,
          now: wallet.createdAt,
        })
        return true
      })
    },

    /**
     * Activates a pending wallet. A constraint allows one active wallet per address.
     *
     * @returns `missing` if there is no pending wallet with this ID, `taken` if its address is another active wallet's.
     */
    async confirm({
      userId,
      walletId,
      receiptDigest,
      now,
    }: {
      userId: string
      walletId: string
      receiptDigest: string
      now: number
    }): Promise<'confirmed' | 'missing' | 'taken'> {
      return inAuditedTransaction(async (transaction, note) => {
        const { numUpdatedRows } = await transaction
          .updateTable('embedded_wallets')
          .set({ status: 'active', confirmed_at: now, receipt_digest: receiptDigest })
          .where('id', '=', walletId)
          .where('user_id', '=', userId)
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
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) {
          const pending = await transaction
            .selectFrom('embedded_wallets')
            .select('id')
            .where('id', '=', walletId)
            .where('user_id', '=', userId)
            .where('status', '=', 'pending')
            .executeTakeFirst()
          return pending ? 'taken' : 'missing'
        }
        await note({ event: 'wallet-confirmed', userId, subject: walletId, now })
        return 'confirmed'
      })
    },

    /** Deletes a pending wallet. @returns false if there is no pending wallet with this ID. */
    async drop({
      userId,
      walletId,
      now,
    }: {
      userId: string
      walletId: string
      now: number
    }): Promise<boolean> {
      return inAuditedTransaction(async (transaction, note) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('embedded_wallets')
          .where('id', '=', walletId)
          .where('user_id', '=', userId)
          .where('status', '=', 'pending')
          .executeTakeFirst()
        if (numDeletedRows !== 1n) return false
        await transaction
          .deleteFrom('wallet_slots')
          .where('wallet_id', '=', walletId)
          .where('user_id', '=', userId)
          .execute()
        await note({ event: 'wallet-dropped', userId, subject: walletId, now })
        return true
      })
    },

    /**
     * Adds a slot if the wallet is still at the slot's epoch, and deletes those that it replaces.
     *
     * @returns the new epoch; undefined if another request has changed the epoch.
     */
    async addSlot({ slot, now }: { slot: WalletSlot; now: number }): Promise<number | undefined> {
      return inAuditedTransaction((transaction, note) => insertSlot({ transaction, note, slot, now }))
    },

    /** Removes a slot, unless it is the last one that does not belong to a device. */
    async deleteSlot({
      userId,
      walletId,
      slotId,
      now,
    }: {
      userId: string
      walletId: string
      slotId: string
      now: number
    }): Promise<'deleted' | 'missing' | 'last'> {
      return inAuditedTransaction(async (transaction, note) => {
        const rows = await transaction
          .selectFrom('wallet_slots')
          .select(['slot_id', 'kind'])
          .where('user_id', '=', userId)
          .where('wallet_id', '=', walletId)
          .execute()
        const slot = rows.find(({ slot_id }) => slot_id === slotId)
        if (!slot) return 'missing'
        // A device slot is lost with the browser's data, so one other slot must remain to recover the wallet.
        if (slot.kind !== 'device' && rows.filter(({ kind }) => kind !== 'device').length < 2) return 'last'
        await transaction
          .deleteFrom('wallet_slots')
          .where('user_id', '=', userId)
          .where('wallet_id', '=', walletId)
          .where('slot_id', '=', slotId)
          .execute()
        await transaction
          .updateTable('embedded_wallets')
          .set((wallet) => ({ epoch: wallet('epoch', '+', 1) }))
          .where('id', '=', walletId)
          .where('user_id', '=', userId)
          .where('status', '=', 'active')
          .execute()
        await note({ event: 'slot-deleted', userId, subject: slotId, now })
        return 'deleted'
      })
    },

    /**
     * Reads a slot. If `isAllowed` accepts it, the same transaction records that its share is released, in the slot and
     * in the audit trail.
     *
     * @param event how the audit trail calls it; `share-‹kind of the slot›` by default.
     * @param onTaken runs in the same transaction, with the slot as it was before.
     */
    async takeSlot({
      userId,
      walletId,
      slotId,
      isAllowed,
      event,
      onTaken,
      now,
    }: {
      userId: string
      walletId: string
      slotId: string
      isAllowed: (slot: WalletSlot) => boolean
      event?: string
      onTaken?: (transaction: Transaction<Tables>, slot: WalletSlot) => Promise<void>
      now: number
    }): Promise<WalletSlot | undefined> {
      return inAuditedTransaction(async (transaction, note) => {
        const row = await transaction
          .selectFrom('wallet_slots')
          .selectAll()
          .where('user_id', '=', userId)
          .where('wallet_id', '=', walletId)
          .where('slot_id', '=', slotId)
          .executeTakeFirst()
        const slot = row && slotFromRow(row)
        if (!slot || !isAllowed(slot)) return slot
        await transaction
          .updateTable('wallet_slots')
          .set({ last_used_at: now, signed_out_at: null })
          .where('wallet_id', '=', walletId)
          .where('slot_id', '=', slotId)
          .execute()
        await note({ event: event ?? `share-${slot.kind}`, userId, subject: slotId, now })
        await onTaken?.(transaction, slot)
        return slot
      })
    },
  }
}

export type EmbeddedWalletStore = ReturnType<typeof createEmbeddedWalletStore>

function fromRow(row: Tables['embedded_wallets']): EmbeddedWallet {
  return {
    id: row.id,
    userId: row.user_id,
    position: row.position,
    status: row.status,
    epoch: row.epoch,
    vault: row.vault,
    check: row.check_mac,
    address: row.address,
    contentHash: row.content_hash,
    confirmNonce: row.confirm_nonce,
    createdAt: row.created_at,
  }
}

function slotFromRow(row: Tables['wallet_slots']): WalletSlot {
  return {
    walletId: row.wallet_id,
    slotId: row.slot_id,
    userId: row.user_id,
    kind: row.kind,
    jkt: row.jkt,
    proofJkt: row.proof_jkt ?? undefined,
    wrap: row.wrap,
    epoch: row.epoch,
    share: { kekId: row.kek_id, sealed: row.share },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
