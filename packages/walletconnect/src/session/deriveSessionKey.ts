import { deriveSymKey, hashKey, isHex32 } from '@portico/protocol/walletconnect'
import { invalidResponseError } from './pairingErrors.ts'

/**
 * Derives a session's topic and symmetric key from our private key and the wallet's public key.
 *
 * @throws {RpcError} if the public key is missing or not a valid X25519 key.
 */
export async function deriveSessionKey({
  privateKey,
  publicKey,
}: {
  privateKey: string
  publicKey: unknown
}): Promise<{ topic: string; symKey: string }> {
  if (!isHex32(publicKey)) throw invalidResponseError('the response contains no public key')
  try {
    const symKey = await deriveSymKey({ privateKey, publicKey })
    return { topic: hashKey(symKey), symKey }
  } catch {
    // The original error is dropped, because it may contain a key.
    throw invalidResponseError('its public key is invalid')
  }
}
