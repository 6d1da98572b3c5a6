import type {
  ConfirmWalletRequest,
  ConfirmWalletResponse,
  CreateWalletResponse,
  ImportWalletRequest,
} from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { WalletDevices } from '../devices/service.ts'
import type { UseExportNotice } from '../exports/createUseExportNotice.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { RequireFreshLogin } from '../sessions/createRequireFreshLogin.ts'
import type { WalletSession } from '../sessions/store.ts'
import { prepareWallet } from '../wallets/prepareWallet.ts'
import type { EmbeddedWallets } from '../wallets/service.ts'
import type { EmbeddedWalletStore } from '../wallets/store.ts'
import { toCreateResponse } from '../wallets/toCreateResponse.ts'
import { verifyConfirmation } from '../wallets/verifyConfirmation.ts'
import { type ImportStore, importPosition } from './store.ts'

/**
 * Creates the service that replaces a user's wallet by one with an imported key. Both requests need a fresh login on the
 * wallet's own page and a device that is neither held nor new; the first also needs the vault's statement that the owner was
 * mailed. Nothing changes before the new wallet is confirmed, and the old one is kept with all its slots.
 */
export function createWalletImports({
  store,
  imports,
  wallets,
  devices,
  statements,
  useExportNotice,
  requireFreshLogin,
  envelope,
  now: clock,
}: {
  store: EmbeddedWalletStore
  imports: ImportStore
  wallets: Pick<EmbeddedWallets, 'find'>
  devices: Pick<WalletDevices, 'requireTrusted'>
  statements: Pick<VaultStatements, 'readReceipt'>
  useExportNotice: UseExportNotice
  requireFreshLogin: RequireFreshLogin
  envelope: LiveEnvelope
  now: () => number
}) {
  async function requireOwner(session: WalletSession): Promise<void> {
    await devices.requireTrusted(session)
    await requireFreshLogin(session)
  }

  return {
    /**
     * Stores the new wallet, pending. Repeating the request returns the same response.
     *
     * @throws {Problem} `device-held`, `device-too-new`, `wallet-page-only`, `introduction-required`, `login-too-old`,
     * `no-wallet`, `invalid-request`, `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async start({
      session,
      request: { replaces, statement, ...request },
    }: {
      session: WalletSession
      request: ImportWalletRequest
    }): Promise<CreateWalletResponse> {
      await requireOwner(session)
      const { userId } = session
      const current = await store.find(userId)
      if (current?.id !== replaces || current.status !== 'active') throw new Problem('no-wallet')
      const { wallet, slots } = await prepareWallet({
        session,
        request,
        position: importPosition,
        envelope,
        now: clock(),
      })
      const existing = await store.findById({ userId, walletId: wallet.id })
      if (existing?.contentHash === wallet.contentHash) return toCreateResponse(existing)
      if (existing) throw new Problem('wallet-exists')
      await useExportNotice(session, { statement, kinds: ['import'] })
      await imports.put({ wallet, slots })
      return toCreateResponse(wallet)
    },

    /**
     * Replaces the wallet by the new one, which was opened in both ways.
     *
     * @throws {Problem} as `start`, `proof-mismatch`, `confirmation-invalid`, `receipt-invalid` or `address-taken`
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
      await requireOwner(session)
      const { userId } = session
      const wallet = await wallets.find(session, walletId)
      const response = { walletId, status: 'active' as const, epoch: wallet.epoch }
      // A retry of a request that succeeded.
      if (wallet.status === 'active') return response
      if (wallet.status !== 'pending' || wallet.position !== importPosition) throw new Problem('no-wallet')
      const slots = await store.slots({ userId, walletId })
      const receiptDigest = await verifyConfirmation({ session, wallet, slots, request, statements })
      await imports.replace({ userId, walletId, sessionId: session.id, receiptDigest, now: clock() })
      return response
    },
  }
}

export type WalletImports = ReturnType<typeof createWalletImports>
