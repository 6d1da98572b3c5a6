import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { CompactSize } from '@scure/btc-signer'
import { type BitcoinTransaction, hashOf, readTransaction } from './readTransaction.ts'

/** A block, parsed or mined. */
export interface Block {
  hash: string
  height: number
  version: number
  previous: string
  merkleRoot: string
  time: number
  bits: number
  nonce: number
  transactions: BitcoinTransaction[]
  size: number
  weight: number
}

export type BlockHeader = Pick<Block, 'version' | 'previous' | 'merkleRoot' | 'time' | 'bits' | 'nonce'>

const headerBytes = 80

export function encodeHeader({ version, previous, merkleRoot, time, bits, nonce }: BlockHeader): Uint8Array {
  const bytes = new Uint8Array(headerBytes)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, version, true)
  bytes.set(hex.decode(previous).reverse(), 4)
  bytes.set(hex.decode(merkleRoot).reverse(), 36)
  view.setUint32(68, time, true)
  view.setUint32(72, bits, true)
  view.setUint32(76, nonce, true)
  return bytes
}

export function encodeBlock(block: BlockHeader & Pick<Block, 'transactions'>): Uint8Array {
  return concatBytes(
    encodeHeader(block),
    CompactSize.encode(BigInt(block.transactions.length)),
    ...block.transactions.map(({ raw }) => raw),
  )
}

/** Parses a block. Throws if the bytes are not a block. */
export function readBlock(bytes: Uint8Array, height: number): Block {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header: BlockHeader = {
    version: view.getInt32(0, true),
    previous: hex.encode(bytes.slice(4, 36).reverse()),
    merkleRoot: hex.encode(bytes.slice(36, 68).reverse()),
    time: view.getUint32(68, true),
    bits: view.getUint32(72, true),
    nonce: view.getUint32(76, true),
  }
  const transactions: BitcoinTransaction[] = []
  let [count, at] = readSize(view, headerBytes)
  while (count-- > 0) {
    const end = endOfTransaction(view, at)
    transactions.push(readTransaction(bytes.slice(at, end)))
    at = end
  }
  return finishBlock(header, transactions, height)
}

/** Creates a block from a header and transactions. */
export function finishBlock(header: BlockHeader, transactions: BitcoinTransaction[], height: number): Block {
  const head = headerBytes + CompactSize.encode(BigInt(transactions.length)).length
  return {
    ...header,
    hash: hashOf(encodeHeader(header)),
    height,
    transactions,
    size: transactions.reduce((sum, { size }) => sum + size, head),
    weight: transactions.reduce((sum, { weight }) => sum + weight, head * 4),
  }
}

/** Returns the merkle root of transaction ids. The last hash of an odd row is duplicated. */
export function merkleRoot(ids: readonly string[]): string {
  let row = ids.map((id) => hex.decode(id).reverse())
  while (row.length > 1) {
    const next: Uint8Array[] = []
    for (let at = 0; at < row.length; at += 2) {
      const left = row[at] as Uint8Array
      next.push(sha256(sha256(concatBytes(left, row[at + 1] ?? left))))
    }
    row = next
  }
  return hex.encode((row[0] as Uint8Array).slice().reverse())
}

function readSize(view: DataView, at: number): [value: number, next: number] {
  const first = view.getUint8(at)
  if (first < 0xfd) return [first, at + 1]
  if (first === 0xfd) return [view.getUint16(at + 1, true), at + 3]
  return [view.getUint32(at + 1, true), at + 5]
}

/** Returns the offset at which a transaction ends. */
function endOfTransaction(view: DataView, start: number): number {
  let at = start + 4
  let count: number
  const skipBytes = (): void => {
    const [length, next] = readSize(view, at)
    at = next + length
  }
  const isSegwit = view.getUint8(at) === 0
  if (isSegwit) at += 2
  ;[count, at] = readSize(view, at)
  const inputs = count
  for (let index = 0; index < inputs; index++) {
    at += 36
    skipBytes()
    at += 4
  }
  ;[count, at] = readSize(view, at)
  for (let index = 0; index < count; index++) {
    at += 8
    skipBytes()
  }
  for (let index = 0; isSegwit && index < inputs; index++) {
    ;[count, at] = readSize(view, at)
    for (let item = 0; item < count; item++) skipBytes()
  }
  return at + 4
}
