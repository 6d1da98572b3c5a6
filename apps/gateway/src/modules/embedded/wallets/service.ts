import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type {
  ConfirmWalletRequest,
  ConfirmWalletResponse,
  CreateWalletRequest,
  CreateWalletResponse,
  EmbeddedWalletResponse,
} from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'
import type { WalletSession } from '../sessions/store.ts'
import { isConfirmationSigned } from './isConfirmationSigned.ts'
import type { EmbeddedWallet, EmbeddedWalletStore, WalletSlot } from './store.ts'

/** The epoch of a new wallet. The wallet site encrypts new wallets with this epoch. */
const firstEpoch = 1

/** Creates the service that creates, reads and confirms the one wallet of each user. */
export function createEmbeddedWallets({
  store,
  envelope,
  statements,
  now,
}: {
  store: EmbeddedWalletStore
  envelope: LiveEnvelope
  statements: VaultStatements
  now: () => number
}) {
  /**
   * Returns the user's wallet.
   *
   * @throws {Problem} `no-wallet` if the user has no wallet with this ID.
   */
  async function find(session: WalletSession, walletId: string): Promise<EmbeddedWallet> {
    const wallet = await store.find(session.userId)
    if (wallet?.id !== walletId) throw new Problem('no-wallet')
    return wallet
  }

  return {
    find,

    /**
     * Returns the user's wallet with its slots.
     *
     * @throws {Problem} `no-wallet`
     */
    async read(session: WalletSession): Promise<EmbeddedWalletResponse> {
      await store.sweep(now())
      const wallet = await store.find(session.userId)
      if (!wallet) throw new Problem('no-wallet')
      const { id: walletId, status, epoch, vault, check, address, confirmNonce } = wallet
      const slots = await store.slots({ userId: session.userId, walletId })
      return {
        walletId,
        status,
        epoch,
        vault,
        check,
        address,
        ...(status === 'pending' ? { confirmNonce } : {}),
        slots: slots.map(({ slotId, kind, jkt, wrap, epoch, lastUsedAt }) => ({
          slotId,
          kind,
          ...(jkt === null ? {} : { jkt }),
          wrap,
          epoch,
          lastUsedAt: new Date(lastUsedAt).toISOString(),
        })),
      }
    },

    /**
     * Stores a pending wallet. Repeating the request returns the same response, so that a client can retry. A second,
     * different wallet is refused.
     *
     * @throws {Problem} `wallet-exists` or `invalid-request`
     */
    async create({
      session,
      request,
    }: {
      session: WalletSession
      request: CreateWalletRequest
    }): Promise<CreateWalletResponse> {
      const { userId, jkt } = session
      const { walletId, vault, check, address, slots } = request
      const kinds = new Set(slots.map(({ kind }) => kind))
      const ids = new Set(slots.map(({ slotId }) => slotId))
      if (kinds.size < slots.length || ids.size < slots.length)
        throw new Problem('invalid-request', {
          detail: 'A new wallet must have one device slot and one auto slot.',
          errors: [
            { pointer: '/slots', detail: 'Must be one device slot and one auto slot, with different IDs.' },
          ],
        })
      await store.sweep(now())
      const createdAt = now()
      const wallet: EmbeddedWallet = {
        id: walletId,
        userId,
        status: 'pending',
        epoch: firstEpoch,
        vault,
        check,
        address: address.toLowerCase(),
        contentHash: createHash('sha256')
          .update(JSON.stringify([userId, jkt, walletId, vault, check, address, slots]))
          .digest('base64url'),
        confirmNonce: randomBytes(32).toString('base64url'),
        createdAt,
      }
      const encryptedSlots: WalletSlot[] = await Promise.all(
        slots.map(async ({ slotId, kind, wrap, share }) => ({
          walletId,
          slotId,
          userId,
          kind,
          jkt: kind === 'device' ? jkt : null,
          wrap,
          epoch: firstEpoch,
          share: await envelope.seal({
            value: Buffer.from(share, 'base64url'),
            place: slotPlace({ walletId, slotId, userId }),
          }),
          createdAt,
          lastUsedAt: createdAt,
        })),
      )
      if (await store.create({ wallet, slots: encryptedSlots })) return toResponse(wallet)
      const existing = await store.find(userId)
      if (existing?.contentHash === wallet.contentHash) return toResponse(existing)
      throw new Problem('wallet-exists')
    },

    /**
     * Activates a wallet. The proofs show that device slot and recovery slot open it with the same key, the signature
     * shows that this user has the key of its address, and the receipt shows that the vault stores its part of the
     * recovery.
     *
     * @throws {Problem} `no-wallet`, `proof-mismatch`, `confirmation-invalid`, `receipt-invalid` or `address-taken`
     */
    async confirm({
      session,
      walletId,
      request,
    }: {
      session: WalletSession
      walletId: string
      request: ConfirmWalletRequest
    }): Promise<ConfirmWalletResponse> {
      const { userId, jkt } = session
      const wallet = await find(session, walletId)
      const response = { walletId, status: 'active' as const, epoch: wallet.epoch }
      if (wallet.status === 'active') return response
      const slots = await store.slots({ userId, walletId })
      const macs = slots.map(({ slotId }) => request.proofs.find((proof) => proof.slotId === slotId)?.mac)
      const [first] = macs
      const isProven =
        slots.some(({ kind, jkt: holder }) => kind === 'device' && holder === jkt) &&
        request.proofs.length === slots.length &&
        macs.every((mac) => mac !== undefined && first !== undefined && isEqual(mac, first))
      if (!isProven) throw new Problem('proof-mismatch')
      const { address, confirmNonce: nonce } = wallet
      const confirmation = { userId, walletId, address, nonce }
      if (!(await isConfirmationSigned({ confirmation, signature: request.signature })))
        throw new Problem('confirmation-invalid')
      const receipt = await statements.readReceipt(request.receipt)
      const auto = slots.find(({ kind }) => kind === 'auto')
      const isForThisWallet =
        receipt.sub === userId &&
        receipt.walletId === walletId &&
        receipt.slotId === auto?.slotId &&
        receipt.jkt === jkt
      if (!isForThisWallet) throw new Problem('receipt-invalid')
      const result = await store.confirm({ userId, walletId, receiptDigest: receipt.digest, now: now() })
      if (result === 'taken') throw new Problem('address-taken')
      if (result === 'confirmed') return response
      // A simultaneous request confirmed the wallet, or deleted it.
      const current = await find(session, walletId)
      return { ...response, epoch: current.epoch }
    },

    /**
     * Deletes a pending wallet.
     *
     * @throws {Problem} `no-wallet` if the user has no pending wallet with this ID.
     */
    async drop({ session, walletId }: { session: WalletSession; walletId: string }): Promise<void> {
      if (!(await store.drop({ userId: session.userId, walletId, now: now() })))
        throw new Problem('no-wallet')
    },
  }
}

export type EmbeddedWallets = ReturnType<typeof createEmbeddedWallets>

function toResponse({ id, status, epoch, confirmNonce }: EmbeddedWallet): CreateWalletResponse {
  return { walletId: id, status, epoch, confirmNonce }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
