import { base58 } from '@scure/base'
import { encodeCount } from './encodeCount.ts'
import type { Instruction } from './Instruction.ts'

/** The network accepts transactions of at most 1232 bytes. */
const maxTransactionBytes = 1232
const signatureBytes = 64
/** The first byte of a message of version 0. */
const versionZero = 0x80

/** A table of addresses on the network. Messages of version 0 name its entries by their position, in one byte each. */
export interface LookupTable {
  address: string
  entries: readonly string[]
}

type Use = { address: string; isSigner: boolean; isWritable: boolean; table?: LookupTable | undefined }

/** Accounts of the same kind are in the order in which Solana's libraries write them. */
const { compare } = new Intl.Collator('en', { caseFirst: 'lower', sensitivity: 'variant' })

/**
 * Compiles instructions to the bytes of a message. The payer signs first, and pays the fee.
 *
 * @param parameters.tables makes it a message of version 0; otherwise it is a legacy message, which every wallet can read
 * @throws {RangeError} if the network would not accept so long a transaction
 * @see https://solana.com/docs/core/transactions
 */
export function compileMessage({
  payer,
  instructions,
  blockhash,
  tables,
}: {
  payer: string
  instructions: readonly Instruction[]
  blockhash: string
  tables?: readonly LookupTable[] | undefined
}): Uint8Array {
  const uses = listUses(payer, instructions, tables ?? [])
  const keys = uses.map(({ address }) => address)
  const fixed = uses.filter(({ table }) => !table)
  const countOf = (isCounted: (use: Use) => boolean) => fixed.filter(isCounted).length
  const lookups = (tables ?? [])
    .toSorted((a, b) => compare(a.address, b.address))
    .flatMap((table) => {
      const of = (isWritable: boolean) =>
        uses
          .filter((use) => use.table === table && use.isWritable === isWritable)
          .map(({ address }) => table.entries.indexOf(address))
      const [writable, readonly] = [of(true), of(false)]
      if (writable.length + readonly.length === 0) return []
      return [[...base58.decode(table.address), writable.length, ...writable, readonly.length, ...readonly]]
    })

  const signers = countOf(({ isSigner }) => isSigner)
  const message = Uint8Array.from([
    ...(tables ? [versionZero] : []),
    signers,
    countOf(({ isSigner, isWritable }) => isSigner && !isWritable),
    countOf(({ isSigner, isWritable }) => !isSigner && !isWritable),
    ...encodeCount(fixed.length),
    ...fixed.flatMap(({ address }) => [...base58.decode(address)]),
    ...base58.decode(blockhash),
    ...encodeCount(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      keys.indexOf(program),
      ...encodeCount(accounts.length),
      ...accounts.map(({ address }) => keys.indexOf(address)),
      ...encodeCount(data.length),
      ...data,
    ]),
    ...(tables ? [lookups.length, ...lookups.flat()] : []),
  ])
  if (1 + signers * signatureBytes + message.length > maxTransactionBytes)
    throw new RangeError('The transaction is too long.')
  return message
}

/** Lists the accounts in the order in which instructions number them. */
function listUses(
  payer: string,
  instructions: readonly Instruction[],
  tables: readonly LookupTable[],
): Use[] {
  const uses = new Map<string, Use>()
  const called = new Set(instructions.map(({ program }) => program))
  const add = (address: string, isSigner = false, isWritable = false) => {
    const known = uses.get(address)
    uses.set(address, {
      address,
      isSigner: isSigner || (known?.isSigner ?? false),
      isWritable: isWritable || (known?.isWritable ?? false),
    })
  }
  add(payer, true, true)
  for (const { program, accounts } of instructions) {
    add(program)
    for (const { address, isSigner, isWritable } of accounts) add(address, isSigner, isWritable)
  }
  // Signers and programs must be in the message itself.
  const found = [...uses.values()].map(
    (use): Use =>
      use.isSigner || called.has(use.address)
        ? use
        : { ...use, table: tables.find(({ entries }) => entries.includes(use.address)) },
  )
  const rank = ({ address, isSigner, isWritable, table }: Use) =>
    address === payer ? -1 : (table ? 4 : 0) + (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  return found.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(a.table?.address ?? '', b.table?.address ?? '') ||
      compare(a.address, b.address),
  )
}
