import { base58 } from '@scure/base'
import { type ByteReader, createByteReader } from './createByteReader.ts'
import type { DecodedInstruction, InstructionDecoder } from './DecodedInstruction.ts'
import type { SolanaEffect } from './SolanaEffect.ts'

/** What a row of a table of instructions reads from. Throws a `RangeError` if a part is missing. */
export type InstructionReader = ByteReader & {
  program: string
  /** Reads 32 bytes as an address. */
  key(): string
  /** Returns an account by its position. */
  account(index: number): string
  /** Returns the accounts from a position on. */
  rest(index: number): string[]
}

/** The fields and effects of an instruction. */
export type InstructionContent = { fields: Record<string, unknown>; effects: SolanaEffect[] }

/** An instruction of a program: its name and how it is read. */
export type InstructionRow = { name: string; read(reader: InstructionReader): InstructionContent }

/**
 * Creates the decoder of a program from a table of its instructions, by the number at the start of the data. Data that is longer or
 * shorter than the format says is not decoded: what the program makes of it is not known.
 */
export function createInstructionDecoder({
  title,
  readNumber,
  rows,
}: {
  /** The name of the program. */
  title: string
  readNumber(reader: ByteReader): number
  rows: Readonly<Record<number, InstructionRow>>
}): InstructionDecoder {
  return ({ program, accounts, data }) => {
    try {
      const bytes = createByteReader(data)
      const number = readNumber(bytes)
      const row = Object.hasOwn(rows, number) ? rows[number] : undefined
      if (!row) return undefined
      const { fields, effects } = row.read({
        ...bytes,
        program,
        key: () => base58.encode(bytes.take(32)),
        account(index) {
          const found = accounts[index]
          if (found === undefined) throw new RangeError('An account is missing.')
          return found
        },
        rest: (index) => accounts.slice(index),
      })
      if (!bytes.isAtEnd()) return undefined
      return { name: `${row.name} (${title})`, fields: toFields(fields), effects }
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
}

function toFields(fields: Record<string, unknown>): DecodedInstruction['fields'] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => ({ label, value: `${value}` }))
}
