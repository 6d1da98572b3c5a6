import type { WalletSession } from '../../session/WalletSession.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'

/**
 * Returns the address of the wallet's Solana account.
 *
 * @throws {RequestRefusedError} if it has none
 */
export function readOwnAddress(session: Pick<WalletSession, 'solanaAddress'>): string {
  const address = session.solanaAddress()
  if (address === undefined) throw new RequestRefusedError({ reason: 'This wallet has no Solana account.' })
  return address
}
