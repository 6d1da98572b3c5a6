import { base58 } from '@scure/base'
import { type ByteReader, createByteReader } from './createByteReader.ts'
import type { SolanaMessage } from './SolanaTransaction.ts'

/** Set in the first byte of a message with a version. */
const versionFlag = 0x80
/** The network locks no more accounts in one transaction. */
const maxAccounts = 256

/**
 * Parses the signed part of a transaction, by the rules of the network: canonical counts, indexes that exist, no account twice, no
 * bytes left over.
 *
 * @throws {RangeError} for anything else
 * @see https://solana.com/docs/core/transactions
 */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage {
  const reader = createByteReader(bytes)
  const first = reader.u8()
  const isVersioned = first >= versionFlag
  if (isVersioned) check(first === versionFlag, 'Only legacy transactions and version 0 are supported.')
  const signerCount = isVersioned ? reader.u8() : first
  const readonlySignerCount = reader.u8()
  const readonlyOtherCount = reader.u8()
  const accounts = readList(reader, () => base58.encode(reader.take(32)))
  const blockhash = base58.encode(reader.take(32))
  const instructions = readList(reader, () => ({
    program: reader.u8(),
    accounts: readBytes(reader),
    data: reader.take(reader.count()),
  }))
  const lookups = isVersioned
    ? readList(reader, () => ({
        table: base58.encode(reader.take(32)),
        writable: readBytes(reader),
        readonly: readBytes(reader),
      }))
    : []
  check(reader.isAtEnd(), 'There are bytes after the end of the transaction.')
  // The first account pays the fee, so it must sign and be writable.
  check(readonlySignerCount < signerCount, 'No account can pay the fee.')
  check(signerCount + readonlyOtherCount <= accounts.length, 'The header does not match the accounts.')
  check(new Set(accounts).size === accounts.length, 'An account is listed twice.')
  const loaded = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const total = accounts.length + loaded
  check(total <= maxAccounts, 'There are too many accounts.')
  for (const { program, accounts: used } of instructions) {
    check(program > 0 && program < accounts.length, 'The program of an instruction does not exist.')
    check(
      used.every((index) => index < total),
      'An account of an instruction does not exist.',
    )
  }
  return {
    version: isVersioned ? 0 : 'legacy',
    signerCount,
    readonlySignerCount,
    readonlyOtherCount,
    accounts,
    blockhash,
    instructions,
    lookups,
  }
}

function readList<T>(reader: ByteReader, read: () => T): T[] {
  const list: T[] = []
  // Do not allocate ahead: the count may be larger than the data.
  for (let left = reader.count(); left > 0; left--) list.push(read())
  return list
}

function readBytes(reader: ByteReader): number[] {
  return [...reader.take(reader.count())]
}

function check(isValid: boolean, reason: string): void {
  if (!isValid) throw new RangeError(reason)
}
