/*
 * A client ID is an Ed25519 key as did:key (https://w3c-ccg.github.io/did-key-spec/): `did:key:z`, followed by the
 * base58 encoding (Bitcoin alphabet) of the two-byte multicodec prefix of Ed25519 and the 32-byte key.
 */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const ed25519 = 0xed01n
const keyBits = 256n

/**
 * Decodes the Ed25519 key of a did:key.
 *
 * @returns 32 bytes, or `undefined` if the text is not a did:key with an Ed25519 key.
 * @example
 * decodeClientId('did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH')
 */
export function decodeClientId(did: string): Uint8Array | undefined {
  // 34 bytes with this prefix always encode to 47 digits. Longer input is rejected before the quadratic conversion.
  const digits = /^did:key:z([1-9A-HJ-NP-Za-km-z]{47})$/.exec(did)?.[1]
  if (!digits) return undefined
  let value = 0n
  for (const digit of digits) value = value * 58n + BigInt(alphabet.indexOf(digit))
  if (value >> keyBits !== ed25519) return undefined
  return Buffer.from((value & ((1n << keyBits) - 1n)).toString(16).padStart(64, '0'), 'hex')
}
