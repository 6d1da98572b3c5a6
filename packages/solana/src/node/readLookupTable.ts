import { base58 } from '@scure/base'
import type { LookupTable } from '../messages/compileMessage.ts'
import type { AccountState } from './readAccount.ts'

const program = 'AddressLookupTab1e1111111111111111111111111'
const headerBytes = 56
const maxEntries = 256

/** Parses a lookup table. Returns undefined for another account. */
export function readLookupTable(address: string, account: AccountState | undefined): LookupTable | undefined {
  const { owner, data } = account ?? {}
  if (owner !== program || !data || data[0] !== 1) return undefined
  const count = Math.min(Math.floor((data.length - headerBytes) / 32), maxEntries)
  const entries = Array.from({ length: Math.max(count, 0) }, (_, index) =>
    base58.encode(data.subarray(headerBytes + 32 * index, headerBytes + 32 * (index + 1))),
  )
  return { address, entries }
}
