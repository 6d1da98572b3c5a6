import type { SignInNamespace } from '../message/signInNamespace.ts'
import type { SignatureVerifier } from './SignatureVerdict.ts'

/** One verifier for each family with a codec. Loaded on first use: a page that only builds messages has no viem. */
export const signatureVerifiers = {
  eip155: async (parameters) => {
    const { verifyEip155Signature } = await import('./verifyEip155Signature.ts')
    return verifyEip155Signature(parameters)
  },
  solana: async (parameters) => {
    const { verifySolanaSignature } = await import('./verifySolanaSignature.ts')
    return verifySolanaSignature(parameters)
  },
  bip122: async (parameters) => {
    const { verifyBip122Signature } = await import('./verifyBip122Signature.ts')
    return verifyBip122Signature(parameters)
  },
} satisfies Record<SignInNamespace, SignatureVerifier>
