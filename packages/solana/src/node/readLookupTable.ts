import { base58 } from '@scure/base'
import type { AccountState } from './readAccount.ts'

const tableProgram = 'AddressLookupTab1e1111111111111111111111111'
/** Type, slot of the deactivation, slot and place of the last extension, authority with its flag, padding. */
const headerBytes = 56
const tableType = 1
const never = 2n ** 64n - 1n
const keyBytes = 32
const maxEntries = 256

/**
 * Parses the addresses of a lookup table. Returns undefined for any other account, and for a table that is or will be deactivated.
 *
 * @see https://docs.rs/solana-address-lookup-table-interface
 */
export function readLookupTable(account: AccountState | undefined): string[] | undefined {
  if (account?.owner !== tableProgram) return undefined
  const { data } = account
  const count = (data.length - headerBytes) / keyBytes
  if (count < 0 || count > maxEntries || !Number.isInteger(count)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  if (view.getUint32(0, true) !== tableType || view.getBigUint64(4, true) !== never) return undefined
  return Array.from({ length: count }, (_, index) => {
    const start = headerBytes + index * keyBytes
    return base58.encode(data.subarray(start, start + keyBytes))
  })
}
