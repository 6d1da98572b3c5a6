import { base58 } from '@scure/base'
import type { SolanaKey } from './toSolanaKeys.ts'

/*
 * The wire format of a transaction: a count, that many 64-byte signatures, then the message. The message has a byte 0x80
 * for version 0, a 3-byte header that starts with the number of signers, a count, the 32-byte accounts, and fields a
 * signer need not parse. Counts are "shortvec": 7 bits per byte, little-endian.
 * https://solana.com/docs/core/transactions
 */

/**
 * Adds a signature to a copy of a serialized transaction, legacy or version 0.
 *
 * @throws {Error} if the transaction is invalid or the key is not one of its signers.
 */
export function signTransactionBytes(wire: Uint8Array, key: SolanaKey): Uint8Array {
  const { signatures, message, signers } = parseTransaction(wire)
  const index = signers.indexOf(key.address)
  if (index === -1) throw new Error(`The account ${key.address} is not a signer of the transaction.`)
  const signed = Uint8Array.from(wire)
  signed.set(key.sign(wire.subarray(message)), signatures + index * 64)
  return signed
}

/** Returns the first signature of a transaction, which is its id. */
export function firstSignature(wire: Uint8Array): Uint8Array {
  const { signatures } = parseTransaction(wire)
  return wire.slice(signatures, signatures + 64)
}

function parseTransaction(wire: Uint8Array) {
  const [signatureCount, signatures] = parseCount(wire, 0)
  const message = signatures + signatureCount * 64
  const prefix = at(wire, message)
  const isVersioned = prefix >= 0x80
  if (isVersioned && prefix !== 0x80)
    throw new Error(`Transaction version ${prefix - 0x80} is not supported.`)
  const header = message + (isVersioned ? 1 : 0)
  if (at(wire, header) !== signatureCount)
    throw new Error('The transaction does not have one signature slot per signer.')
  const [accountCount, accounts] = parseCount(wire, header + 3)
  if (accountCount < signatureCount || signatureCount === 0)
    throw new Error('The transaction has no signers.')
  const signers = Array.from({ length: signatureCount }, (_, index) => {
    const start = accounts + index * 32
    at(wire, start + 31)
    return base58.encode(wire.subarray(start, start + 32))
  })
  return { signatures, message, signers }
}

function parseCount(bytes: Uint8Array, start: number): [count: number, next: number] {
  let count = 0
  for (let index = 0; index < 3; index++) {
    const byte = at(bytes, start + index)
    count |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return [count, start + index + 1]
  }
  throw new Error('A count in the transaction is longer than 3 bytes.')
}

function at(bytes: Uint8Array, index: number): number {
  const byte = bytes[index]
  if (byte === undefined) throw new Error('The transaction ends too early.')
  return byte
}
