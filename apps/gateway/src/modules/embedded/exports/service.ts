import type { ExportShareRequest, SlotShareResponse } from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletDevices } from '../devices/service.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'
import type { RequireFreshLogin } from '../sessions/createRequireFreshLogin.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWallets } from '../wallets/service.ts'
import type { EmbeddedWalletStore, WalletSlot } from '../wallets/store.ts'
import type { UseExportNotice } from './createUseExportNotice.ts'

/**
 * Creates the service that releases what an export of the key needs: the words or a backup file. It takes a fresh login on the wallet's own page with the gateway's own proof, a device that is neither held nor new, and the statement
 * of the vault that the owner was mailed.
 */
export function createKeyExports({
  store,
  wallets,
  devices,
  useExportNotice,
  requireFreshLogin,
  envelope,
  now,
}: {
  store: EmbeddedWalletStore
  wallets: Pick<EmbeddedWallets, 'find'>
  devices: Pick<WalletDevices, 'requireTrusted'>
  useExportNotice: UseExportNotice
  requireFreshLogin: RequireFreshLogin
  envelope: LiveEnvelope
  now: () => number
}) {
  return {
    /**
     * Returns the gateway's share of the device's own slot, and records the export in the audit trail.
     *
     * @throws {Problem} `device-held`, `device-too-new`, `wallet-page-only`, `introduction-required`, `login-too-old`,
     * `no-wallet`, `not-found`, `slot-not-yours`, `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async release({
      session,
      walletId,
      slotId,
      request: { statement },
    }: {
      session: WalletSession
      walletId: string
      slotId: string
      request: ExportShareRequest
    }): Promise<SlotShareResponse> {
      const { userId, jkt } = session
      await devices.requireTrusted(session)
      await requireFreshLogin(session)
      await wallets.find(session, walletId)
      const kind = await useExportNotice(session, { statement, kinds: ['words', 'backup'] })
      const isAllowed = (slot: WalletSlot) => slot.kind === 'device' && slot.jkt === jkt
      const slot = await store.takeSlot({
        userId,
        walletId,
        slotId,
        isAllowed,
        event: `export-${kind}`,
        now: now(),
      })
      if (!slot) throw new Problem('not-found')
      if (!isAllowed(slot)) throw new Problem('slot-not-yours')
      const share = await envelope.open({ ...slot.share, place: slotPlace(slot) })
      return { share: Buffer.from(share).toString('base64url') }
    },
  }
}

export type KeyExports = ReturnType<typeof createKeyExports>
