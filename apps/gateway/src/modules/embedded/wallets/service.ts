import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type {
  ConfirmWalletRequest,
  ConfirmWalletResponse,
  CreateWalletRequest,
  CreateWalletResponse,
  EmbeddedWalletResponse,
} from '@portico/protocol/gateway'
import { HttpProblem } from '../../../http/HttpProblem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { WalletSession } from '../sessions/store.ts'
import { slotPlace } from '../slots/slotPlace.ts'
import type { EmbeddedWallet, EmbeddedWalletStore, WalletSlot } from './store.ts'

/** The epoch a wallet begins with: the wallet site has sealed it with this one. */
const firstEpoch = 1

/** Making, reading and confirming the one wallet a user has. */
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
  /** @throws {HttpProblem} `no-wallet` for what is not the user's. */
  async function own(session: WalletSession, walletId: string): Promise<EmbeddedWallet> {
    const wallet = await store.find(session.userId)
    if (wallet?.id !== walletId) throw new HttpProblem('no-wallet')
    return wallet
  }

  return {
    own,

    /** @throws {HttpProblem} `no-wallet` */
    async read(session: WalletSession): Promise<EmbeddedWalletResponse> {
      await store.sweep(now())
      const wallet = await store.find(session.userId)
      if (!wallet) throw new HttpProblem('no-wallet')
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
        slots: slots.map(({ slotId, kind, jkt, wrap, epoch }) => ({
          slotId,
          kind,
          ...(jkt === null ? {} : { jkt }),
          wrap,
          epoch,
        })),
      }
    },

    /**
     * Keeps a wallet that nobody may use yet. The same wallet again has the same answer, so a client that did not hear it
     * asks again; of two different ones the first stays.
     *
     * @throws {HttpProblem} `wallet-exists` or `invalid-request`
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
        throw new HttpProblem('invalid-request', {
          detail: 'A wallet begins with one device slot and one auto slot.',
          errors: [{ pointer: '/slots', detail: 'Must be one device slot and one auto slot, with two ids.' }],
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
      const sealed: WalletSlot[] = await Promise.all(
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
        })),
      )
      if (await store.create({ wallet, slots: sealed })) return created(wallet)
      const known = await store.find(userId)
      if (known?.contentHash === wallet.contentHash) return created(known)
      throw new HttpProblem('wallet-exists')
    },

    /**
     * Makes a wallet usable: it was opened by its device and by its recovery, both ways gave the same key, and the vault
     * has signed that it keeps its half of the recovery.
     *
     * @throws {HttpProblem} `no-wallet`, `proof-mismatch` or `receipt-invalid`
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
      const wallet = await own(session, walletId)
      const answer = { walletId, status: 'active' as const, epoch: wallet.epoch }
      if (wallet.status === 'active') return answer
      const slots = await store.slots({ userId, walletId })
      const macs = slots.map(({ slotId }) => request.proofs.find((proof) => proof.slotId === slotId)?.mac)
      const [first] = macs
      const isProven =
        slots.some(({ kind, jkt: holder }) => kind === 'device' && holder === jkt) &&
        request.proofs.length === slots.length &&
        macs.every((mac) => mac !== undefined && first !== undefined && isEqual(mac, first))
      if (!isProven) throw new HttpProblem('proof-mismatch')
      const receipt = await statements.readReceipt(request.receipt)
      const auto = slots.find(({ kind }) => kind === 'auto')
      const isOurs =
        receipt.sub === userId &&
        receipt.walletId === walletId &&
        receipt.slotId === auto?.slotId &&
        receipt.jkt === jkt
      if (!isOurs) throw new HttpProblem('receipt-invalid')
      if (await store.confirm({ userId, walletId, receiptDigest: receipt.digest, now: now() })) return answer
      // Somebody was faster: with the same, or by removing it.
      const later = await own(session, walletId)
      return { ...answer, epoch: later.epoch }
    },

    /** @throws {HttpProblem} `no-wallet` where there is no pending one of the user. */
    async drop({ session, walletId }: { session: WalletSession; walletId: string }): Promise<void> {
      if (!(await store.drop({ userId: session.userId, walletId, now: now() })))
        throw new HttpProblem('no-wallet')
    },
  }
}

export type EmbeddedWallets = ReturnType<typeof createEmbeddedWallets>

function created({ id, status, epoch, confirmNonce }: EmbeddedWallet): CreateWalletResponse {
  return { walletId: id, status, epoch, confirmNonce }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
