/** What is encrypted with the master key. */
export type VaultContent = {
  /** BIP-39 entropy, 16 bytes. */
  entropy: Uint8Array<ArrayBuffer>
  /** Milliseconds since 1970. */
  createdAt: number
}

const utf8 = new TextEncoder()
const entropyLength = 16

/**
 * Encodes the content as deterministic CBOR: a map of `v` (1), `E` (byte string) and `createdAt` (unsigned).
 *
 * @see https://www.rfc-editor.org/rfc/rfc8949#section-4.2
 */
export function encodeVaultContent({ entropy, createdAt }: VaultContent): Uint8Array<ArrayBuffer> {
  if (entropy.length !== entropyLength)
    throw new RangeError(`Entropy must have ${entropyLength} bytes, got ${entropy.length}.`)
  if (!Number.isSafeInteger(createdAt) || createdAt < 0)
    throw new RangeError('createdAt must be milliseconds since 1970.')
  return Uint8Array.from([
    ...head(5, 3),
    ...key('E'),
    ...head(2, entropy.length),
    ...entropy,
    ...key('v'),
    ...head(0, 1),
    ...key('createdAt'),
    ...head(0, createdAt),
  ])
}

/**
 * Decodes what {@link encodeVaultContent} wrote, and nothing else: the bytes are authenticated, so any other form is another
 * version.
 *
 * @throws {RangeError} for any other bytes
 */
export function decodeVaultContent(bytes: Uint8Array): VaultContent {
  // Everything before the time has a fixed length: cut out the parts, encode them again and compare.
  const entropyAt = 1 + 2 + 1
  const timeAt = entropyAt + entropyLength + 2 + 1 + 10
  const entropy = bytes.slice(entropyAt, entropyAt + entropyLength) as Uint8Array<ArrayBuffer>
  const createdAt = readUnsigned(bytes.subarray(timeAt))
  const again =
    entropy.length === entropyLength && createdAt !== undefined
      ? encodeVaultContent({ entropy, createdAt })
      : undefined
  if (!again || again.length !== bytes.length || again.some((byte, index) => byte !== bytes[index]))
    throw new RangeError(
      'The wallet was stored in a version that this page does not support: reload the page.',
    )
  return { entropy, createdAt: createdAt as number }
}

function key(name: string): number[] {
  return [...head(3, name.length), ...utf8.encode(name)]
}

/** Encodes the head of a CBOR item: the major type, and the length or value in the shortest form. */
function head(major: number, value: number): number[] {
  const type = major << 5
  if (value < 24) return [type | value]
  const width = value < 2 ** 8 ? 1 : value < 2 ** 16 ? 2 : value < 2 ** 32 ? 4 : 8
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return [type | (24 + Math.log2(width)), ...bytes.subarray(8 - width)]
}

function readUnsigned(bytes: Uint8Array): number | undefined {
  const [first] = bytes
  if (first === undefined || first > 27) return undefined
  if (first < 24) return first
  const value = bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.isSafeInteger(value) ? value : undefined
}
