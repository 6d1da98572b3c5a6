const ivLength = 12
const tagLength = 16

/**
 * Encrypts with AES-256-GCM and a random 96-bit IV. Returns IV ‖ ciphertext ‖ tag.
 *
 * @see https://csrc.nist.gov/pubs/sp/800/38/d/final
 */
export async function seal(
  key: CryptoKey,
  content: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, content)
  const bytes = new Uint8Array(ivLength + sealed.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(sealed), ivLength)
  return bytes
}

/**
 * Decrypts what {@link seal} returned.
 *
 * @throws {SealBrokenError} when a bit of the data, the key or the additional data differs
 */
export async function openSeal(
  key: CryptoKey,
  sealed: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { algorithm, content } = splitSeal(sealed, additionalData)
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, content))
  } catch (cause) {
    throw new SealBrokenError({ cause })
  }
}

/** Splits sealed data into the arguments of WebCrypto's `decrypt` and `unwrapKey`. */
export function splitSeal(sealed: Uint8Array<ArrayBuffer>, additionalData: Uint8Array<ArrayBuffer>) {
  if (sealed.length < ivLength + tagLength) throw new SealBrokenError()
  return {
    algorithm: { name: 'AES-GCM', iv: sealed.subarray(0, ivLength), additionalData },
    content: sealed.subarray(ivLength),
  }
}

/** Sealed data cannot be decrypted: it was changed, or belongs to another wallet, slot or key. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError'
  constructor(options?: ErrorOptions) {
    super(
      'An encrypted part of the wallet cannot be decrypted: it was changed, or belongs to another wallet.',
      options,
    )
  }
}
