import type { ExportShareRequest, SlotShareResponse } from '@portico/protocol/gateway'
import { createUsageCounter } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { WalletDevices } from '../devices/service.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'
import type { RequireFreshLogin } from '../sessions/createRequireFreshLogin.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWallets } from '../wallets/service.ts'
import type { EmbeddedWalletStore, WalletSlot } from '../wallets/store.ts'

/** How long a used statement is stored; none is accepted for longer. */
const usedMs = 10 * 60_000

/**
 * Creates the service that releases what an export of the key needs: the words, a backup file or a recovery code. It takes a
 * fresh login on the wallet's own page with the gateway's own proof, a device that is neither held nor new, and the statement
 * of the vault that the owner was mailed.
 */
export function createKeyExports({
  database,
  store,
  wallets,
  devices,
  statements,
  requireFreshLogin,
  envelope,
  now: clock,
}: {
  database: Database
  store: EmbeddedWalletStore
  wallets: Pick<EmbeddedWallets, 'find'>
  devices: Pick<WalletDevices, 'requireTrusted'>
  statements: Pick<VaultStatements, 'readExport'>
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
      const { sub, jkt: statedJkt, kind, jti } = await statements.readExport(statement)
      if (sub !== userId || statedJkt !== jkt || kind === 'import') throw new Problem('statement-invalid')
      const now = clock()
      const used = { key: `export ${jti}`, now, expiresAt: now + usedMs }
      if (!(await createUsageCounter({ database }).takeOnce(used))) throw new Problem('statement-invalid')
      const isAllowed = (slot: WalletSlot) => slot.kind === 'device' && slot.jkt === jkt
      const slot = await store.takeSlot({
        userId,
        walletId,
        slotId,
        isAllowed,
        event: `export-${kind}`,
        now,
      })
      if (!slot) throw new Problem('not-found')
      if (!isAllowed(slot)) throw new Problem('slot-not-yours')
      const share = await envelope.open({ ...slot.share, place: slotPlace(slot) })
      return { share: Buffer.from(share).toString('base64url') }
    },
  }
}

export type KeyExports = ReturnType<typeof createKeyExports>
