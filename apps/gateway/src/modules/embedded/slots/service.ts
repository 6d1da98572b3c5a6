import type { AddSlotRequest, AddSlotResponse, SlotShareResponse } from '@portico/protocol/gateway'
import { HttpProblem } from '../../../http/HttpProblem.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWallets } from '../wallets/service.ts'
import type { EmbeddedWalletStore } from '../wallets/store.ts'
import { slotPlace } from './slotPlace.ts'

/** How long after proving who they are somebody gets the share of the recovery. */
const recoveryMs = 10 * 60_000
const maxSlots = 64

/** The ways to open a wallet: giving out our half, adding and removing. */
export function createWalletSlots({
  store,
  wallets,
  envelope,
  now,
}: {
  store: EmbeddedWalletStore
  wallets: EmbeddedWallets
  envelope: LiveEnvelope
  now: () => number
}) {
  return {
    /**
     * Puts the slot of the caller's device beside the others.
     *
     * @throws {HttpProblem} `no-wallet`, `epoch-stale` or `too-many-slots`
     */
    async add({
      session,
      walletId,
      request,
    }: {
      session: WalletSession
      walletId: string
      request: AddSlotRequest
    }): Promise<AddSlotResponse> {
      const { userId, jkt } = session
      const { slotId, kind, wrap, share, epoch } = request
      const wallet = await wallets.own(session, walletId)
      if (wallet.status !== 'active') throw new HttpProblem('no-wallet')
      const slots = await store.slots({ userId, walletId })
      const same = slots.find((slot) => slot.slotId === slotId)
      // Asked again by a client that did not hear the answer.
      if (same && same.jkt === jkt && same.wrap === wrap && same.epoch === epoch) return { epoch: epoch + 1 }
      if (same) throw new HttpProblem('epoch-stale')
      if (slots.length >= maxSlots) throw new HttpProblem('too-many-slots')
      const at = now()
      const sealed = await envelope.seal({
        value: Buffer.from(share, 'base64url'),
        place: slotPlace({ walletId, slotId, userId }),
      })
      const slot = { walletId, slotId, userId, kind, jkt, wrap, epoch, share: sealed, createdAt: at }
      const next = await store.addSlot({ slot, now: at })
      if (next === undefined) throw new HttpProblem('epoch-stale')
      return { epoch: next }
    },

    /** @throws {HttpProblem} `no-wallet`, `not-found` or `slot-last` */
    async remove({
      session,
      walletId,
      slotId,
    }: {
      session: WalletSession
      walletId: string
      slotId: string
    }): Promise<void> {
      const wallet = await wallets.own(session, walletId)
      if (wallet.status !== 'active') throw new HttpProblem('no-wallet')
      const result = await store.deleteSlot({ userId: session.userId, walletId, slotId, now: now() })
      if (result === 'missing') throw new HttpProblem('not-found')
      if (result === 'last') throw new HttpProblem('slot-last')
    },

    /**
     * Gives out our half of a slot: that of a device to its key alone, that of the recovery to whoever has just proven who
     * they are.
     *
     * @throws {HttpProblem} `no-wallet`, `not-found`, `slot-not-yours` or `login-too-old`
     */
    async share({
      session,
      walletId,
      slotId,
    }: {
      session: WalletSession
      walletId: string
      slotId: string
    }): Promise<SlotShareResponse> {
      await wallets.own(session, walletId)
      const at = now()
      const { userId, jkt, authTime } = session
      const refusal = (slot: { kind: string; jkt: string | null }) => {
        if (slot.kind === 'device') return slot.jkt === jkt ? undefined : 'slot-not-yours'
        return at - authTime < recoveryMs ? undefined : 'login-too-old'
      }
      const slot = await store.takeSlot({
        userId,
        walletId,
        slotId,
        isAllowed: (slot) => refusal(slot) === undefined,
        now: at,
      })
      if (!slot) throw new HttpProblem('not-found')
      const code = refusal(slot)
      if (code) throw new HttpProblem(code)
      const share = await envelope.open({ ...slot.share, place: slotPlace(slot) })
      return { share: Buffer.from(share).toString('base64url') }
    },
  }
}
