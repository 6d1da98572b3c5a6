import { base58 } from '@scure/base'
import { collectAccounts, compare } from './collectAccounts.ts'
import { encodeCount } from './encodeCount.ts'
import { encodeMessage } from './encodeMessage.ts'
import type { Instruction } from './Instruction.ts'

/**
 * Compiles instructions to the bytes of a message of version 0, which names some accounts by their place in lookup tables. The network
 * decides what is at that place: what must be a certain account has to be in `fixed`. Signers and programs never come from a table. A
 * message in which a table leads to an account that the message itself contains is invalid on the network.
 *
 * @param parameters.tables the addresses in each lookup table
 * @param parameters.fixed accounts that the message must contain itself
 * @throws {RangeError} if the network would not accept so long a transaction
 * @see https://solana.com/docs/core/transactions
 */
export function compileLookupMessage({
  payer,
  instructions,
  blockhash,
  tables,
  fixed,
}: {
  payer: string
  instructions: readonly Instruction[]
  blockhash: string
  tables: ReadonlyMap<string, readonly string[]>
  fixed: ReadonlySet<string>
}): Uint8Array {
  const programs = new Set(instructions.map(({ program }) => program))
  const sorted = [...tables].sort(([a], [b]) => compare(a, b))
  const all = collectAccounts(payer, instructions).map(([address, flags]) => {
    const isFree = !flags.isSigner && !programs.has(address) && !fixed.has(address)
    const table = isFree ? sorted.find(([, entries]) => entries.includes(address)) : undefined
    return { address, flags, table }
  })
  const lookups = sorted
    .map((table) => {
      const used = all.filter((one) => one.table === table)
      const pick = (isWritable: boolean) => used.filter(({ flags }) => flags.isWritable === isWritable)
      return { table, writable: pick(true), readonly: pick(false) }
    })
    .filter(({ writable, readonly }) => writable.length + readonly.length > 0)
  const encodePlaces = (entries: readonly string[], used: readonly { address: string }[]) => [
    ...encodeCount(used.length),
    ...used.map(({ address }) => entries.indexOf(address)),
  ]
  const inside = all.filter(({ table }) => !table).map(({ address, flags }) => [address, flags] as const)
  return encodeMessage(inside, instructions, blockhash, {
    addresses: [
      ...lookups.flatMap(({ writable }) => writable),
      ...lookups.flatMap(({ readonly }) => readonly),
    ].map(({ address }) => address),
    places: [
      ...encodeCount(lookups.length),
      ...lookups.flatMap(({ table: [address, entries], writable, readonly }) => [
        ...base58.decode(address),
        ...encodePlaces(entries, writable),
        ...encodePlaces(entries, readonly),
      ]),
    ],
  })
}
