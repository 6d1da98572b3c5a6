import { base58 } from '@scure/base'

/** What a Metaplex metadata account says, not cleaned. */
export type MetaplexMetadata = {
  name: string
  symbol: string
  uri: string
  /** The mint of a collection that has confirmed it; anyone can claim to be of one. */
  collection: string | undefined
}

const metadataKey = 4

/**
 * Reads the bytes of a metadata account in the order they stand; undefined if they are none, or those of another mint.
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
    // Programs of old fill the room they have with zeros.
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
    // Accounts of the first years end before this.
    return undefined
  }
}
