import type { AddSlotResponse, CodeSlotRequest, RecoveryResponse } from '@portico/protocol/gateway'
import { createUsageCounter } from '@portico/server'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletDevices } from '../devices/service.ts'
import type { UseExportNotice } from '../exports/createUseExportNotice.ts'
import { addNotice } from '../notices/addNotice.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'
import type { RequireFreshLogin } from '../sessions/createRequireFreshLogin.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWallets } from '../wallets/service.ts'
import type { EmbeddedWalletStore, WalletSlot } from '../wallets/store.ts'

/** How long after a code was stored the page that made it opens the wallet with it, to check it. */
const checkMs = 10 * 60_000

/**
 * Creates the service for recovery codes. The gateway knows only the thumbprint of a key that is derived from the code, and
 * its share opens nothing without the code.
 */
export function createRecoveryCodes({
  store,
  wallets,
  devices,
  requireFreshLogin,
  useExportNotice,
  envelope,
  now,
}: {
  store: EmbeddedWalletStore
  wallets: Pick<EmbeddedWallets, 'find'>
  devices: Pick<WalletDevices, 'requireTrusted'>
  requireFreshLogin: RequireFreshLogin
  useExportNotice: UseExportNotice
  envelope: LiveEnvelope
  now: () => number
}) {
  return {
    /**
     * Stores the slot of a code, which replaces that of an older one, with the vault's statement that the owner was mailed about
     * it. Repeating the request changes nothing.
     *
     * @throws {Problem} `device-held`, `device-too-new`, `wallet-page-only`, `introduction-required`, `login-too-old`,
     * `no-wallet`, `epoch-stale`, `code-taken`, `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async add({
      session,
      walletId,
      request,
    }: {
      session: WalletSession
      walletId: string
      request: CodeSlotRequest
    }): Promise<AddSlotResponse> {
      const { userId } = session
      const { slotId, wrap, share, proofKey: proofJkt, epoch, statement } = request
      await devices.requireTrusted(session)
      await requireFreshLogin(session)
      const wallet = await wallets.find(session, walletId)
      if (wallet.status !== 'active') throw new Problem('no-wallet')
      const slots = await store.slots({ userId, walletId })
      const existing = slots.find((slot) => slot.slotId === slotId)
      if (existing && existing.proofJkt === proofJkt && existing.wrap === wrap && existing.epoch === epoch)
        return { epoch: epoch + 1 }
      if (existing) throw new Problem('epoch-stale')
      if (await store.findByProof(proofJkt)) throw new Problem('code-taken')
      await useExportNotice(session, { statement, kinds: ['code'] })
      const at = now()
      const slot: WalletSlot = {
        walletId,
        slotId,
        userId,
        kind: 'code',
        jkt: null,
        proofJkt,
        wrap,
        epoch,
        share: await envelope.seal({
          value: Buffer.from(share, 'base64url'),
          place: slotPlace({ walletId, slotId, userId }),
        }),
        createdAt: at,
        lastUsedAt: at,
      }
      const next = await store.addSlot({ slot, now: at })
      if (next === undefined) throw new Problem('epoch-stale')
      return { epoch: next }
    },

    /**
     * Returns the encrypted wallet and the share for a code. The caller has verified that the request was signed with the
     * code's key; a session is neither needed nor enough. The vault is notified, and mails the owner, except about
     * the first use within ten minutes: that is the check by the page that made the code. If somebody else uses the
     * code before that page, the check is the second use, and is reported.
     *
     * @throws {Problem} `code-unknown`
     */
    async open({
      jkt,
      browser,
      system,
    }: {
      jkt: string
      browser: string
      system: string
    }): Promise<RecoveryResponse> {
      const found = await store.findByProof(jkt)
      if (!found) throw new Problem('code-unknown')
      const { wallet, slot } = found
      const { walletId, slotId, userId } = slot
      const isCode = ({ kind, proofJkt }: WalletSlot) => kind === 'code' && proofJkt === jkt
      const at = now()
      const taken = await store.takeSlot({
        userId,
        walletId,
        slotId,
        isAllowed: isCode,
        async onTaken(transaction, { createdAt }) {
          const expiresAt = createdAt + checkMs
          const check = { key: `code check ${slotId}`, now: at, expiresAt }
          if (at < expiresAt && (await createUsageCounter({ database: transaction }).takeOnce(check))) return
          await addNotice(transaction, { event: 'code-used', sub: userId, browser, system }, at)
        },
        now: at,
      })
      // The code was replaced meanwhile.
      if (!taken || !isCode(taken)) throw new Problem('code-unknown')
      const share = await envelope.open({ ...taken.share, place: slotPlace(taken) })
      const { vault, check, address } = wallet
      return {
        walletId,
        userId,
        vault,
        check,
        address,
        slot: { slotId, wrap: taken.wrap, epoch: taken.epoch },
        share: Buffer.from(share).toString('base64url'),
      }
    },
  }
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>
