import type { ConfirmWalletRequest } from '@portico/protocol/gateway'
import { isEqualSecret } from '@portico/server'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { WalletSession } from '../sessions/store.ts'
import { isConfirmationSigned } from './isConfirmationSigned.ts'
import type { EmbeddedWallet, WalletSlot } from './store.ts'

/**
 * Verifies that a pending wallet works. The proofs show that device slot and recovery slot open it with the same key, the
 * signature shows that this user has the key of its address, and the receipt shows that the vault stores its part of the
 * recovery.
 *
 * @returns the digest of the recovery secret.
 * @throws {Problem} `proof-mismatch`, `confirmation-invalid` or `receipt-invalid`
 */
export async function verifyConfirmation({
  session: { userId, jkt },
  wallet: { id: walletId, address, confirmNonce: nonce },
  slots,
  request,
  statements,
}: {
  session: WalletSession
  wallet: EmbeddedWallet
  slots: readonly WalletSlot[]
  request: ConfirmWalletRequest
  statements: Pick<VaultStatements, 'readReceipt'>
}): Promise<string> {
  const macs = slots.map(({ slotId }) => request.proofs.find((proof) => proof.slotId === slotId)?.mac)
  const [first] = macs
  const isProven =
    slots.some(({ kind, jkt: holder }) => kind === 'device' && holder === jkt) &&
    request.proofs.length === slots.length &&
    macs.every((mac) => mac !== undefined && first !== undefined && isEqualSecret(mac, first))
  if (!isProven) throw new Problem('proof-mismatch')
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
  return receipt.digest
}
