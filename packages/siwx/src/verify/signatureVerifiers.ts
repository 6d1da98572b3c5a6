import type { SignInNamespace } from '../message/signInNamespace.ts'
import type { SignatureVerifier } from './SignatureVerdict.ts'

/** The verifiers by namespace. Each loads on first use, so that a page that only builds messages does not load viem. */
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
