/*
 * What Jupiter's program is asked to do. The instruction `shared_accounts_route_v2` takes exactly `in_amount` from the account's token
 * account with the account's signature, trades with tokens that the program itself holds, and fails unless the account's other token
 * account gets the minimum. The account's signature reaches no exchange, because the account is not among the accounts that the
 * program passes on to them. That is why the other instructions are refused: `route` and `route_v2` pass it on, and only the network
 * knows to whom the other accounts belong.
 *
 * The numbers are before the route, which has any length. The route itself decides only about tokens of the program.
 */
import type { SwapOrder } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { base64 } from '@scure/base'
import type { AccountUse, Instruction } from '../../messages/Instruction.ts'
import { base58Bytes, isSameBytes } from '../../parsing/bytes.ts'
import { readList } from '../../parsing/readList.ts'
import { eventAuthority, jupiterProgram, programAuthority } from './jupiterProgram.ts'
import type { JupiterSides } from './readJupiterSides.ts'

/** The first bytes of SHA-256 of `global:shared_accounts_route_v2`. */
const discriminator = Uint8Array.of(209, 152, 83, 147, 124, 254, 216, 233)
const offsets = { id: 8, amount: 9, quoted: 17, slippage: 25, fee: 27, surplusFee: 29, steps: 31 }
const minDataBytes = 35
const wholeBps = 10_000n
const keyBytes = 32
/** Not so many fit into a transaction, and nodes return up to 100 accounts at once. */
const [maxAccounts, maxTables, maxBytes] = [100, 16, 100_000]

/** A swap of Jupiter that is what was ordered. */
export interface JupiterSwap {
  instruction: Instruction
  /** Accounts that decide what the instruction does. Their addresses must be in the transaction itself. */
  fixed: ReadonlySet<string>
  /** Accounts that the program passes on to exchanges. */
  passedOn: readonly string[]
  /** Lookup tables in which the other accounts may be. */
  tables: readonly string[]
}

/**
 * Reads Jupiter's instruction from the document of the gateway. Returns undefined if it is anything else than the swap that was ordered.
 * Which accounts are writable is read only for those that the program passes on.
 *
 * @param parameters.data JSON: `{ swapInstruction: { programId, accounts: [{ pubkey, isSigner, isWritable }], data }, lookupTables }`
 */
export async function readJupiterSwap({
  data: json,
  order: { account, amount, minimum },
  sides: { from, to },
}: {
  data: Uint8Array
  order: SwapOrder
  sides: JupiterSides
}): Promise<JupiterSwap | undefined> {
  const document = parse(json)
  const call = readProperty(document, 'swapInstruction')
  const data = decode(readProperty(call, 'data'))
  const accounts = readUses(readProperty(call, 'accounts'))
  const tables = readList(readProperty(document, 'lookupTables'))
  if (readProperty(call, 'programId') !== jupiterProgram || !data || !accounts || minimum <= 0n)
    return undefined
  if (tables.length > maxTables || !tables.every((table) => base58Bytes(table, keyBytes))) return undefined

  if (data.length < minDataBytes || !isSameBytes(data.subarray(0, 8), discriminator)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const slippage = BigInt(view.getUint16(offsets.slippage, true))
  const isOrdered =
    view.getBigUint64(offsets.amount, true) === amount &&
    slippage <= wholeBps &&
    (view.getBigUint64(offsets.quoted, true) * (wholeBps - slippage)) / wholeBps >= minimum &&
    view.getUint16(offsets.fee, true) === 0 &&
    view.getUint16(offsets.surplusFee, true) === 0 &&
    view.getUint32(offsets.steps, true) > 0
  if (!isOrdered) return undefined

  const own = [account, from.tokenAccount, to.tokenAccount]
  // Undefined is any account that is not the visitor's: the two that hold the program's tokens.
  const expected: readonly (AccountUse | undefined)[] = [
    { address: await programAuthority(data[offsets.id] as number) },
    { address: account, isSigner: true },
    { address: from.tokenAccount, isWritable: true },
    undefined,
    undefined,
    { address: to.tokenAccount, isWritable: true },
    ...[from.mint, to.mint, from.program, to.program, eventAuthority, jupiterProgram].map((address) => ({
      address,
    })),
  ]
  const isRead = accounts.every(({ address, isSigner }, index) => {
    const place = expected[index]
    return place ? place.address === address : !isSigner && !own.includes(address)
  })
  if (!isRead || accounts.length < expected.length) return undefined
  return {
    instruction: {
      program: jupiterProgram,
      accounts: accounts.map((one, index) => expected[index] ?? one),
      data,
    },
    passedOn: accounts.slice(expected.length).map(({ address }) => address),
    fixed: new Set(expected.flatMap((place) => place?.address ?? [])),
    tables: tables as string[],
  }
}

function parse(json: Uint8Array): unknown {
  try {
    return json.length > maxBytes ? undefined : JSON.parse(new TextDecoder().decode(json))
  } catch {
    return undefined
  }
}

function decode(text: unknown): Uint8Array | undefined {
  try {
    return typeof text === 'string' ? base64.decode(text) : undefined
  } catch {
    return undefined
  }
}

function readUses(value: unknown): AccountUse[] | undefined {
  const entries = readList(value)
  if (entries.length > maxAccounts) return undefined
  const uses = entries.flatMap((entry): AccountUse[] => {
    const [address, isSigner, isWritable] = ['pubkey', 'isSigner', 'isWritable'].map((name) =>
      readProperty(entry, name),
    )
    if (!base58Bytes(address, keyBytes) || typeof isSigner !== 'boolean' || typeof isWritable !== 'boolean')
      return []
    return [{ address: address as string, isSigner, isWritable }]
  })
  return uses.length === entries.length ? uses : undefined
}
