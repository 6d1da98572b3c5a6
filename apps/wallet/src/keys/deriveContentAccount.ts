import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOf } from './addressOf.ts'
import { deriveEvmAccount, type EvmAccount } from './evmAccount.ts'
import type { VaultContent } from './vaultContent.ts'

/**
 * Returns the account of what a wallet holds. A private key is copied, so that the content can be overwritten.
 *
 * @throws {RangeError} when 32 bytes are no private key of the curve
 */
export async function deriveContentAccount(content: VaultContent): Promise<EvmAccount> {
  if (content.kind === 'seed') return deriveEvmAccount(content.entropy)
  const privateKey = content.privateKey.slice()
  if (!secp256k1.utils.isValidSecretKey(privateKey))
    throw new RangeError('These 32 bytes are not a private key.')
  return { privateKey, address: addressOf(secp256k1.getPublicKey(privateKey, false)) }
}
