import type { CaipAddress } from '@portico/protocol'
import { parseCaipAddress } from '@portico/protocol'
import type { SignInNamespace } from '../message/signInNamespace.ts'
import type { RpcClient } from './RpcClient.ts'
import type { SignatureVerdict } from './SignatureVerdict.ts'
import { signatureVerifiers } from './signatureVerifiers.ts'

/** Parameters of {@link verifySignature}. */
export interface VerifySignatureParameters {
  /** The account that must have signed. */
  account: CaipAddress
  /** The signed text. */
  message: string
  signature: string
  /** Sends requests to the account's network; without it smart accounts cannot be verified. */
  client?: RpcClient | undefined
}

/**
 * Verifies that an account signed a text: EIP-191 for Ethereum, with ERC-1271 and ERC-6492 for smart accounts; Ed25519
 * for Solana; BIP-322 or the older recoverable signature for Bitcoin. Does not check the content of the text or protect
 * against replay.
 *
 * @throws {InvalidCaipError} if `account` is not a CAIP-10 account.
 * @example
 * import { verifySignature } from '@portico/siwx'
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
      reason: `Signatures of the namespace ${namespace} are not supported.`,
    }
  return verify({ address, reference, message, signature, client })
}
