import type { AddSlotRequest, AddSlotResponse, SlotShareResponse } from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletDevices } from '../devices/service.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'
import type { RequireFreshLogin } from '../sessions/createRequireFreshLogin.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWallets } from '../wallets/service.ts'
import type { EmbeddedWalletStore, WalletSlot } from '../wallets/store.ts'
import type { RequireRecovery } from './createRecoveryRule.ts'

/** Creates the service that adds and removes slots and releases the gateway's shares. */
export function createWalletSlots({
  store,
  wallets,
  devices,
  requireRecovery,
  requireFreshLogin,
  envelope,
  sweep,
  now,
}: {
  store: EmbeddedWalletStore
  wallets: EmbeddedWallets
  devices: Pick<WalletDevices, 'requireReleased' | 'requireTrusted' | 'endOther'>
  requireRecovery: RequireRecovery
  requireFreshLogin: RequireFreshLogin
  envelope: LiveEnvelope
  /** Deletes the slots of devices whose session is over. */
  sweep: (now: number) => Promise<void>
  now: () => number
}) {
  return {
    /**
     * Adds a slot for the device of the session. Never refused for the number of slots: it replaces older ones.
     *
     * @throws {Problem} `device-held`, `no-wallet` or `epoch-stale`
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
      await devices.requireReleased(session)
      const wallet = await wallets.find(session, walletId)
      if (wallet.status !== 'active') throw new Problem('no-wallet')
      const slots = await store.slots({ userId, walletId })
      const existing = slots.find((slot) => slot.slotId === slotId)
      // A retry of a request that succeeded.
      if (existing && existing.jkt === jkt && existing.wrap === wrap && existing.epoch === epoch)
        return { epoch: epoch + 1 }
      if (existing) throw new Problem('epoch-stale')
      const at = now()
      const encryptedShare = await envelope.seal({
        value: Buffer.from(share, 'base64url'),
        place: slotPlace({ walletId, slotId, userId }),
      })
      const times = { createdAt: at, lastUsedAt: at }
      const slot = { walletId, slotId, userId, kind, jkt, wrap, epoch, share: encryptedShare, ...times }
      const next = await store.addSlot({ slot, now: at })
      if (next === undefined) throw new Problem('epoch-stale')
      return { epoch: next }
    },

    /**
     * Removes a slot; that of a recovery code only soon after a login on the wallet's own page. With the slot of another device
     * that device ends, as it would still be known otherwise.
     *
     * @throws {Problem} `device-held`, `device-too-new`, `wallet-page-only`, `introduction-required`,
     * `login-too-old`, `no-wallet`, `not-found` or `slot-last`
     */
    async remove({
      session,
      walletId,
      slotId,
    }: {
      session: WalletSession
      walletId: string
      slotId: string
    }): Promise<void> {
      await devices.requireTrusted(session)
      const wallet = await wallets.find(session, walletId)
      if (wallet.status !== 'active') throw new Problem('no-wallet')
      const slots = await store.slots({ userId: session.userId, walletId })
      const slot = slots.find((slot) => slot.slotId === slotId)
      if (slot?.kind === 'code') await requireFreshLogin(session)
      if (slot?.jkt && slot.jkt !== session.jkt) return devices.endOther({ session, jkt: slot.jkt })
      const result = await store.deleteSlot({ userId: session.userId, walletId, slotId, now: now() })
      if (result === 'missing') throw new Problem('not-found')
      if (result === 'last') throw new Problem('slot-last')
    },

    /**
     * Returns the gateway's share of a slot: the share of a device slot only to the key of that device, the share of
     * the recovery slot as `createRecoveryRule` says. That of a recovery code is released to the code alone.
     *
     * @throws {Problem} `no-wallet`, `not-found`, `slot-not-yours`, `device-held`, `introduction-required` or
     * `login-too-old`
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
      await wallets.find(session, walletId)
      const at = now()
      await sweep(at)
      const { userId, jkt } = session
      const slots = await store.slots({ userId, walletId })
      const isRecovery = slots.some((slot) => slot.slotId === slotId && slot.kind === 'auto')
      if (isRecovery) await requireRecovery(session)
      const isAllowed = (slot: WalletSlot) => (slot.kind === 'auto' ? isRecovery : slot.jkt === jkt)
      const slot = await store.takeSlot({ userId, walletId, slotId, isAllowed, now: at })
      if (!slot) throw new Problem('not-found')
      if (!isAllowed(slot)) throw new Problem('slot-not-yours')
      const share = await envelope.open({ ...slot.share, place: slotPlace(slot) })
      return { share: Buffer.from(share).toString('base64url') }
    },
  }
}
