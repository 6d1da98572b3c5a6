import type { CaipAddress } from '@portico/protocol'
import { parseCaipAddress } from '@portico/protocol'
import type { SignInNamespace } from '../message/signInNamespace.ts'
import type { RpcClient } from './RpcClient.ts'
import type { SignatureVerdict } from './SignatureVerdict.ts'
import { signatureVerifiers } from './signatureVerifiers.ts'

/** Parameters of {@link verifySignature}. */
export interface VerifySignatureParameters {
  /** Who is said to have signed. */
  account: CaipAddress
  /** The text as it was shown. */
  message: string
  signature: string
  /** What asks the account's chain; without it a smart account cannot be verified. */
  client?: RpcClient | undefined
}

/**
 * Whether an account signed a text of any kind (EIP-191 for EVM, smart accounts by ERC-1271 and ERC-6492;
 * BIP-322 or the older form for Bitcoin). What the text
 * says, and whether it may be used again, is the caller's to check.
 *
 * @example
 * const verdict = await verifySignature({ account: 'eip155:1:0x…', message, signature, client })
 */
export async function verifySignature({
  account,
  message,
  signature,
  client,
}: VerifySignatureParameters): Promise<SignatureVerdict> {
  const { namespace, reference, address } = parseCaipAddress(account)
  const verify = Object.hasOwn(signatureVerifiers, namespace)
    ? signatureVerifiers[namespace as SignInNamespace]
    : undefined
  if (!verify)
    return {
      ok: false,
      code: 'client-required',
      reason: `Signatures of ${namespace} cannot be checked here.`,
    }
  return verify({ address, reference, message, signature, client })
}
