import { base58 } from '@scure/base'

/** The content of a Metaplex metadata account, not sanitised. */
export type MetaplexMetadata = {
  name: string
  symbol: string
  uri: string
  /** The mint of the verified collection; unverified claims are ignored, as anyone can make them. */
  collection: string | undefined
}

const metadataKey = 4

/**
 * Parses a metadata account; undefined if it is malformed or belongs to another mint.
 *
 * @see https://developers.metaplex.com/token-metadata
 */
export function readMetaplexMetadata(bytes: Buffer, mint: string): MetaplexMetadata | undefined {
  let at = 0
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new RangeError('the account ends too early')
    at += count
    return bytes.subarray(at - count, at)
  }
  const byte = () => take(1)[0] as number
  const text = () => {
    const length = take(4).readUInt32LE()
    // Old programs pad strings with zeros.
    return take(length).toString('utf8').replaceAll('\0', '')
  }
  try {
    if (byte() !== metadataKey) return undefined
    take(32)
    if (base58.encode(take(32)) !== mint) return undefined
    const [name, symbol, uri] = [text(), text(), text()]
    return { name, symbol, uri, collection: readCollection({ take, byte }) }
  } catch {
    return undefined
  }
}

function readCollection({ take, byte }: { take: (count: number) => Buffer; byte: () => number }) {
  try {
    take(2)
    const creators = byte() === 1 ? take(4).readUInt32LE() : 0
    take(creators * 34)
    take(2)
    if (byte() === 1) take(1)
    if (byte() === 1) take(1)
    if (byte() !== 1) return undefined
    const isVerified = byte() === 1
    const key = base58.encode(take(32))
    return isVerified ? key : undefined
  } catch {
    // Accounts of the first program versions end before the collection.
    return undefined
  }
}
