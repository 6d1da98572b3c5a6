/**
 * What is encrypted with the master key: a seed, from which all accounts are derived, or the private key of one account.
 * A seed with the time of its creation was made here (version 1); everything else was imported (version 2).
 */
export type VaultContent =
  | {
      kind: 'seed'
      /** BIP-39 entropy: 16 bytes, or 32 bytes if it was imported. */
      entropy: Uint8Array<ArrayBuffer>
      /** Milliseconds since 1970. */
      createdAt?: number | undefined
    }
  | {
      kind: 'key'
      /** Namespace of the account (`family` in the stored form). */
      namespace: 'eip155'
      /** 32 bytes. */
      privateKey: Uint8Array<ArrayBuffer>
    }

const utf8 = new TextEncoder()
const keyLength = 32
const seedLengths = [16, 32]

/**
 * Encodes the content as deterministic CBOR. Version 1 is a map of `E` (byte string), `v` (1) and `createdAt` (unsigned).
 * Version 2 is a map of `E`, `v` (2) and `kind` ("seed"), or of `K` (byte string), `v`, `kind` ("key") and `family`.
 *
 * @throws {RangeError} for a secret of another length
 * @see https://www.rfc-editor.org/rfc/rfc8949#section-4.2
 */
export function encodeVaultContent(content: VaultContent): Uint8Array<ArrayBuffer> {
  if (content.kind === 'key') {
    const { privateKey, namespace } = content
    requireLength(privateKey, [keyLength])
    const fields = [...key('K'), ...head(2, keyLength), ...privateKey, ...key('v'), ...head(0, 2)]
    return Uint8Array.from([
      ...head(5, 4),
      ...fields,
      ...key('kind'),
      ...key('key'),
      ...key('family'),
      ...key(namespace),
    ])
  }
  const { entropy, createdAt } = content
  requireLength(entropy, createdAt === undefined ? seedLengths : [16])
  const secret = [...head(5, 3), ...key('E'), ...head(2, entropy.length), ...entropy, ...key('v')]
  if (createdAt === undefined)
    return Uint8Array.from([...secret, ...head(0, 2), ...key('kind'), ...key('seed')])
  if (!Number.isSafeInteger(createdAt) || createdAt < 0)
    throw new RangeError('createdAt must be milliseconds since 1970.')
  return Uint8Array.from([...secret, ...head(0, 1), ...key('createdAt'), ...head(0, createdAt)])
}

/**
 * Decodes what {@link encodeVaultContent} wrote, and nothing else: the bytes are authenticated, so any other form is another
 * version.
 *
 * @throws {RangeError} for any other bytes
 */
export function decodeVaultContent(bytes: Uint8Array): VaultContent {
  for (const read of [readCreated, ...seedLengths.map(readSeed), readKey]) {
    // Everything but the time has a fixed place: cut out the parts, encode them again and compare.
    const content = read(bytes)
    if (content && isSame(encodeVaultContent(content), bytes)) return content
  }
  throw new RangeError('The wallet was stored in a version that this page does not support: reload the page.')
}

type Read = (bytes: Uint8Array) => VaultContent | undefined

const readCreated: Read = (bytes) => {
  const entropy = cut(bytes, 4, 16)
  const createdAt = readUnsigned(bytes.subarray(4 + 16 + 2 + 1 + 10))
  return entropy && createdAt !== undefined ? { kind: 'seed', entropy, createdAt } : undefined
}

function readSeed(length: number): Read {
  return (bytes) => {
    const entropy = cut(bytes, 3 + head(2, length).length, length)
    return entropy && { kind: 'seed', entropy }
  }
}

const readKey: Read = (bytes) => {
  const privateKey = cut(bytes, 5, keyLength)
  return privateKey && { kind: 'key', namespace: 'eip155', privateKey }
}

function cut(bytes: Uint8Array, at: number, length: number): Uint8Array<ArrayBuffer> | undefined {
  const part = bytes.slice(at, at + length) as Uint8Array<ArrayBuffer>
  return part.length === length ? part : undefined
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

function requireLength(secret: Uint8Array, lengths: readonly number[]): void {
  if (!lengths.includes(secret.length))
    throw new RangeError(`The secret must have ${lengths.join(' or ')} bytes, got ${secret.length}.`)
}

/** Encodes a text, such as a key of the map. */
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
