import type {
  ConfirmWalletRequest,
  ConfirmWalletResponse,
  CreateWalletRequest,
  CreateWalletResponse,
  EmbeddedWalletResponse,
  RetiredWalletsResponse,
} from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { WalletSession } from '../sessions/store.ts'
import { prepareWallet } from './prepareWallet.ts'
import type { EmbeddedWallet, EmbeddedWalletStore } from './store.ts'
import { toCreateResponse } from './toCreateResponse.ts'
import { verifyConfirmation } from './verifyConfirmation.ts'

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
   * Returns a wallet of the user: the current one, one that is being imported, or a retired one.
   *
   * @throws {Problem} `no-wallet` if the user has no wallet with this ID.
   */
  async function find({ userId }: WalletSession, walletId: string): Promise<EmbeddedWallet> {
    const wallet = await store.findById({ userId, walletId })
    if (!wallet) throw new Problem('no-wallet')
    return wallet
  }

  /** Returns the user's current wallet, or the first one, which is pending. An import is confirmed in its own way. */
  async function findFirst(session: WalletSession, walletId: string): Promise<EmbeddedWallet> {
    const wallet = await find(session, walletId)
    if (wallet.position !== 0) throw new Problem('no-wallet')
    return wallet
  }

  async function toRecord(wallet: EmbeddedWallet): Promise<EmbeddedWalletResponse> {
    const { id: walletId, userId, status, epoch, vault, check, address, confirmNonce } = wallet
    const slots = await store.slots({ userId, walletId })
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
      return toRecord(wallet)
    },

    /**
     * Returns one wallet of the user with its slots: also one that is being imported, or a retired one.
     *
     * @throws {Problem} `no-wallet`
     */
    readOne: async (session: WalletSession, walletId: string) => toRecord(await find(session, walletId)),

    /** Lists the retired wallets of the user. */
    async listRetired({ userId }: WalletSession): Promise<RetiredWalletsResponse> {
      const retired = await store.listRetired(userId)
      return { data: retired.map(({ id: walletId, address }) => ({ walletId, address, status: 'retired' })) }
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
      await store.sweep(now())
      const { wallet, slots } = await prepareWallet({ session, request, position: 0, envelope, now: now() })
      if (await store.create({ wallet, slots })) return toCreateResponse(wallet)
      const existing = await store.find(session.userId)
      if (existing?.contentHash === wallet.contentHash) return toCreateResponse(existing)
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
      const { userId } = session
      const wallet = await findFirst(session, walletId)
      const response = { walletId, status: 'active' as const, epoch: wallet.epoch }
      if (wallet.status === 'active') return response
      const slots = await store.slots({ userId, walletId })
      const receiptDigest = await verifyConfirmation({ session, wallet, slots, request, statements })
      const result = await store.confirm({ userId, walletId, receiptDigest, now: now() })
      if (result === 'taken') throw new Problem('address-taken')
      if (result === 'confirmed') return response
      // A simultaneous request confirmed the wallet, or deleted it.
      const current = await findFirst(session, walletId)
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
