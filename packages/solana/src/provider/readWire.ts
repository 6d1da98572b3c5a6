/*
 * The wire format of a transaction, legacy or version 0:
 *
 *   count, signatures of 64 bytes; message: [0x80], header of 3 bytes, count, accounts of 32 bytes, blockhash of 32,
 *   count, instructions: program, count, accounts, count, data; for version 0: count, lookups: table of 32, count,
 *   writable, count, readonly.
 *
 * Counts are encoded as "shortvec": 7 bits per byte, least significant first, at most 3 bytes.
 * https://solana.com/docs/core/transactions
 */

/** The network accepts at most 1232 bytes. */
const maxLength = 4096

/** The parts of a transaction that this package uses. */
export interface Wire {
  /** In the order of the signers. A missing signature is 64 zero bytes. */
  signatures: Uint8Array[]
  /** The accounts that must sign, 32 bytes each, in the order of the signatures. */
  signers: Uint8Array[]
}

/** Parses a transaction. Returns `undefined` if the bytes are not exactly one transaction. Never throws. */
export function readWire(bytes: Uint8Array): Wire | undefined {
  if (bytes.length > maxLength) return undefined
  let next = 0
  const take = (size: number): Uint8Array => {
    if (next + size > bytes.length) throw new RangeError('too short')
    next += size
    return bytes.slice(next - size, next)
  }
  const byte = () => take(1)[0] as number
  const count = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) return value
    }
    throw new RangeError('a count of more than 3 bytes')
  }
  const times = <T>(read: () => T): T[] => {
    const list: T[] = []
    // Do not allocate ahead: the count may be larger than the data.
    for (let left = count(); left > 0; left--) list.push(read())
    return list
  }

  try {
    const signatures = times(() => take(64))
    const isVersioned = (bytes[next] ?? 0) >= 0x80
    if (isVersioned && byte() !== 0x80) return undefined
    const [required = 0] = take(3)
    const accounts = times(() => take(32))
    take(32)
    times(() => {
      byte()
      take(count())
      take(count())
    })
    if (isVersioned) {
      times(() => {
        take(32)
        take(count())
        take(count())
      })
    }
    const isWhole = next === bytes.length && required > 0
    if (!isWhole || required !== signatures.length || accounts.length < required) return undefined
    return { signatures, signers: accounts.slice(0, required) }
  } catch {
    // The data ends too early, or a count is malformed.
    return undefined
  }
}
