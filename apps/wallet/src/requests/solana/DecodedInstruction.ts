import type { SolanaEffect } from './SolanaEffect.ts'

/** An instruction with its accounts, before it is decoded. */
export type InstructionInput = {
  program: string
  accounts: string[]
  data: Uint8Array
}

/** A decoded instruction: its name, its fields in plain text, and its effects. */
export type DecodedInstruction = {
  /** For example "Transfer (System)". */
  name: string
  program: string
  fields: { label: string; value: string }[]
  effects: SolanaEffect[]
}

/** Decodes the instructions of one program. Returns undefined if the instruction is not known, or not in exactly its format. */
export type InstructionDecoder = (input: InstructionInput) => Omit<DecodedInstruction, 'program'> | undefined
