import { createHash } from 'node:crypto'

/** Returns an account number of the given length, equal for equal parts on every machine. */
export function makeSubject({ parts, digits }: { parts: readonly string[]; digits: number }): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  // A leading 1, because account numbers do not begin with zero.
  return `1${BigInt(`0x${hash}`)
    .toString()
    .slice(-(digits - 1))}`
}
