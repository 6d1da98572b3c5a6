import { base58 } from '@scure/base'
import { solanaText } from './copy.ts'
import { programs } from './programs.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaMessage } from './SolanaTransaction.ts'

/** The accounts of a transaction, in the order of the indexes. Those that could not be found have a text instead of an address. */
export type ResolvedAccounts = {
  accounts: string[]
  /** Those that the transaction may change. */
  writable: string[]
  /** Number of accounts that are listed in a table on the network, not in the transaction. */
  loadedCount: number
  /** Number of those that could not be found. */
  missingCount: number
}

const headerSize = 56
const tableType = 1
const neverDeactivated = 2n ** 64n - 1n

/**
 * Adds the accounts of address lookup tables to those in the bytes. A table must belong to its program, be in use, and have the
 * entries that the transaction names.
 *
 * @see https://docs.anza.xyz/proposals/versioned-transactions
 */
export function resolveAccounts(
  message: SolanaMessage,
  tables: ReadonlyMap<string, SolanaAccountState | null>,
): ResolvedAccounts {
  const { accounts, lookups, signerCount, readonlySignerCount, readonlyOtherCount } = message
  const find = (kind: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) =>
      lookup[kind].map((index) => ({
        address: readEntry(tables.get(lookup.table), index),
        text: solanaText('solana.fields.tableEntry', { index: `${index}`, table: lookup.table }),
      })),
    )
  const [writable, readonly] = [find('writable'), find('readonly')]
  const loaded = [...writable, ...readonly]
  const isWritable = (_: string, index: number) =>
    index < signerCount
      ? index < signerCount - readonlySignerCount
      : index < accounts.length - readonlyOtherCount
  return {
    accounts: [...accounts, ...loaded.map(({ address, text }) => address ?? text)],
    writable: [...accounts.filter(isWritable), ...writable.flatMap(({ address }) => address ?? [])],
    loadedCount: loaded.length,
    missingCount: loaded.filter(({ address }) => address === undefined).length,
  }
}

function readEntry(state: SolanaAccountState | null | undefined, index: number): string | undefined {
  if (!state || state.program !== programs.lookupTable || state.data.length < headerSize) return undefined
  const { data } = state
  const view = new DataView(data.buffer, data.byteOffset)
  if (view.getUint32(0, true) !== tableType) return undefined
  if (view.getBigUint64(4, true) !== neverDeactivated) return undefined
  const start = headerSize + 32 * index
  return start + 32 <= data.length ? base58.encode(data.subarray(start, start + 32)) : undefined
}
