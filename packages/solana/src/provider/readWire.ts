/*
 * A transaction on the wire, legacy or of version 0:
 *
 *   count, signatures of 64 bytes; message: [0x80], header of 3 bytes, count, accounts of 32 bytes, blockhash of 32,
 *   count, instructions: program, count, accounts, count, data; for version 0: count, lookups: table of 32, count,
 *   writable, count, readonly.
 *
 * Counts are "shortvec": 7 bits a byte, the smallest first, 3 bytes at most.
 * https://solana.com/docs/core/transactions
 */

/** What a wallet may answer at most; the chain takes 1232. */
const longest = 4096

/** What is needed of a transaction. */
export interface Wire {
  /** By place; of 64 zeros where one is missing. */
  signatures: Uint8Array[]
  /** The accounts that must sign, 32 bytes each, in the order of the signatures. */
  signers: Uint8Array[]
}

/** Reads a transaction to its last byte; `undefined` where it is none. Never throws. */
export function readWire(bytes: Uint8Array): Wire | undefined {
  if (bytes.length > longest) return undefined
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
    // No room is made ahead: what is counted may not be there.
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
    // It ends too early, or counts what is not there.
    return undefined
  }
}
