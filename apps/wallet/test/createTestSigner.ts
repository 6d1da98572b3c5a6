import { ed25519 } from '@noble/curves/ed25519.js'
import type { PrivateKeyAccount } from 'viem/accounts'
import { solanaAddressOf } from '../src/keys/solanaAddressOf.ts'
import type { Signer } from '../src/signer/Signer.ts'
import { signEd25519 } from '../src/signer/signEd25519.ts'

const solanaKey = new Uint8Array(32).fill(9)

/** The Solana address of {@link createTestSigner}. */
export const testSolanaAddress = solanaAddressOf(solanaKey)

/** Returns whether a signature over these bytes is of {@link testSolanaAddress}. */
export function isSignedForSolana(signature: Uint8Array, bytes: Uint8Array): boolean {
  return ed25519.verify(signature, bytes, ed25519.getPublicKey(solanaKey))
}

/** Creates a signer that really signs: with an EVM account, and with a fixed Solana key. */
export function createTestSigner(
  account: Pick<PrivateKeyAccount, 'address' | 'sign'>,
  { onSign, onClose }: { onSign?: () => void; onClose?: () => void } = {},
): Signer {
  return {
    address: account.address,
    signHash(hash) {
      onSign?.()
      return account.sign({ hash })
    },
    readSolanaAddress: async () => testSolanaAddress,
    async signSolana(bytes) {
      onSign?.()
      return signEd25519(solanaKey, bytes)
    },
    close: () => onClose?.(),
  }
}
