const ivLength = 12
const tagLength = 16

/**
 * AES-256-GCM with a random 96-bit IV in front: IV ‖ ciphertext ‖ tag.
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
 * Opens what {@link seal} made.
 *
 * @throws {SealBrokenError} when a bit of it, of the key or of the additional data differs
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

/** The parts as WebCrypto takes them. */
export function splitSeal(sealed: Uint8Array<ArrayBuffer>, additionalData: Uint8Array<ArrayBuffer>) {
  if (sealed.length < ivLength + tagLength) throw new SealBrokenError()
  return {
    algorithm: { name: 'AES-GCM', iv: sealed.subarray(0, ivLength), additionalData },
    content: sealed.subarray(ivLength),
  }
}

/** Something that was sealed does not open: it was changed, or belongs to another wallet, slot or key. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError'
  constructor(options?: ErrorOptions) {
    super('A sealed part of the wallet does not open: it was changed, or is not of this wallet.', options)
  }
}
