import { base58 } from '@scure/base'
import type { SolanaKey } from './toSolanaKeys.ts'

/*
 * A transaction on the wire: a count, as many signatures of 64 bytes, then the message: for version 0 a byte 0x80, a
 * header of 3 bytes whose first says how many of the accounts sign, a count, the accounts of 32 bytes, and more that a
 * signer does not have to read. Counts are "shortvec": 7 bits a byte, the smallest first.
 * https://solana.com/docs/core/transactions
 */

/**
 * Puts a signature into a transaction, legacy or of version 0. The bytes that came stay as they are.
 *
 * @throws {Error} if the bytes are no such transaction, or the key is not one of its signers.
 */
export function signWire(wire: Uint8Array, key: SolanaKey): Uint8Array {
  const { signatures, message, signers } = readWire(wire)
  const index = signers.indexOf(key.address)
  if (index === -1) throw new Error(`The account ${key.address} is none of the transaction's signers.`)
  const signed = Uint8Array.from(wire)
  signed.set(key.sign(wire.subarray(message)), signatures + index * 64)
  return signed
}

/** The first signature of a signed transaction, which is its id. */
export function firstSignature(wire: Uint8Array): Uint8Array {
  const { signatures } = readWire(wire)
  return wire.slice(signatures, signatures + 64)
}

function readWire(wire: Uint8Array) {
  const [signatureCount, signatures] = readCount(wire, 0)
  const message = signatures + signatureCount * 64
  const prefix = at(wire, message)
  const isVersioned = prefix >= 0x80
  if (isVersioned && prefix !== 0x80) throw new Error(`Version ${prefix - 0x80} is not known to the wallet.`)
  const header = message + (isVersioned ? 1 : 0)
  if (at(wire, header) !== signatureCount)
    throw new Error('The transaction has not one place for each signer.')
  const [accountCount, accounts] = readCount(wire, header + 3)
  if (accountCount < signatureCount || signatureCount === 0)
    throw new Error('The transaction has no signers.')
  const signers = Array.from({ length: signatureCount }, (_, index) => {
    const start = accounts + index * 32
    at(wire, start + 31)
    return base58.encode(wire.subarray(start, start + 32))
  })
  return { signatures, message, signers }
}

function readCount(bytes: Uint8Array, start: number): [count: number, next: number] {
  let count = 0
  for (let index = 0; index < 3; index++) {
    const byte = at(bytes, start + index)
    count |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return [count, start + index + 1]
  }
  throw new Error('A count of the transaction is longer than 3 bytes.')
}

function at(bytes: Uint8Array, index: number): number {
  const byte = bytes[index]
  if (byte === undefined) throw new Error('The transaction ends too early.')
  return byte
}
