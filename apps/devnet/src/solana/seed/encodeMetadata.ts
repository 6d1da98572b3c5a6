import { base58 } from '@scure/base'
import type { LocalSolanaNft } from '../localSolana.ts'

const encoder = new TextEncoder()
/** Texts are padded to their maximum length. */
const room = { name: 32, symbol: 10, uri: 200 }
const accountBytes = 607

/**
 * The bytes of a Metaplex metadata account (key 4, MetadataV1).
 *
 * @param collection mint of the collection it is a verified part of; none for fungible tokens and collections
 * @see https://developers.metaplex.com/token-metadata
 */
export function encodeMetadata({
  name,
  symbol,
  uri,
  mint,
  authority,
  collection,
  standard,
}: Pick<LocalSolanaNft, 'name' | 'symbol' | 'uri' | 'mint'> & {
  authority: string
  collection?: string | undefined
  standard: 'nonFungible' | 'fungible'
}): Uint8Array {
  const isNft = standard === 'nonFungible'
  const bytes = [
    4,
    ...base58.decode(authority),
    ...base58.decode(mint),
    ...padded(name, room.name),
    ...padded(symbol, room.symbol),
    ...padded(uri, room.uri),
    ...[0, 0], // royalties
    // One creator, who has signed and gets all royalties.
    ...(isNft ? [1, 1, 0, 0, 0, ...base58.decode(authority), 1, 100] : [0]),
    isNft ? 1 : 0, // primary sale happened
    1, // may be changed
    ...[1, 255], // edition nonce
    ...[1, isNft ? 0 : 2], // token standard
    ...(collection ? [1, 1, ...base58.decode(collection)] : [0]),
    0, // uses
    0, // size of the collection
    0, // programmable config
  ]
  const data = new Uint8Array(accountBytes)
  data.set(bytes)
  return data
}

/** The bytes of a Metaplex master edition of which there are no prints (key 6, MasterEditionV2). */
export function encodeEdition(): Uint8Array {
  const data = new Uint8Array(282)
  data[0] = 6
  data[9] = 1 // a greatest number of prints is set: 0
  return data
}

function padded(value: string, size: number): Uint8Array {
  const field = new Uint8Array(4 + size)
  new DataView(field.buffer).setUint32(0, size, true)
  field.set(encoder.encode(value), 4)
  return field
}
