import type { KitScope } from '../kit/KitContext.ts'
import { PairingUriError } from './PairingUriError.ts'
import { givePairing } from './pairing.ts'

/**
 * Shows a pairing URI that the application created with its own WalletConnect client, instead of one of the kit. The
 * application learns from its client which wallet connected.
 *
 * @throws PairingUriError
 */
export function showGivenUri(scope: KitScope, uri: string): void {
  if (!/^wc:[^\s]+$/.test(uri)) throw new PairingUriError()
  givePairing(scope, uri)
}
