import { readProperty } from '@portico/protocol'
import { base64 } from '@scure/base'
import type { Instruction } from '../messages/Instruction.ts'
import { base58Bytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'

const maxAccounts = 64
const maxTables = 8

/** What a provider proposes: the one instruction that swaps, and the lookup tables that make it fit into a transaction. */
export interface SwapProposal {
  instruction: Instruction
  tables: readonly string[]
}

/**
 * Parses the data of a provider's transaction: JSON in base64, with `swapInstruction` in the form of Jupiter's API and the addresses of
 * `lookupTables`. Returns undefined for anything else. What the instruction does is not checked here.
 */
export function parseProposal(data: string): SwapProposal | undefined {
  const document = decode(data)
  const swap = readProperty(document, 'swapInstruction')
  const [program, bytes] = [readProperty(swap, 'programId'), decodeBytes(readProperty(swap, 'data'))]
  const accounts = readList(readProperty(swap, 'accounts'))
  const tables = readList(readProperty(document, 'lookupTables'))
  if (!isAddress(program) || !bytes || accounts.length > maxAccounts || tables.length > maxTables)
    return undefined
  if (!tables.every(isAddress)) return undefined
  const uses = accounts.map((use) => ({
    address: readProperty(use, 'pubkey'),
    isSigner: readProperty(use, 'isSigner') === true,
    isWritable: readProperty(use, 'isWritable') === true,
  }))
  if (!uses.every((use): use is typeof use & { address: string } => isAddress(use.address))) return undefined
  return { instruction: { program, accounts: uses, data: bytes }, tables }
}

const isAddress = (value: unknown): value is string => base58Bytes(value, 32) !== undefined

function decode(data: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64.decode(data)))
  } catch {
    // Not base64, or not JSON.
    return undefined
  }
}

function decodeBytes(value: unknown): Uint8Array | undefined {
  try {
    return typeof value === 'string' && value.length <= 1_644 ? base64.decode(value) : undefined
  } catch {
    // A character outside the alphabet.
    return undefined
  }
}
