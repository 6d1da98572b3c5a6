import type { LookupTable } from '../messages/compileMessage.ts'
import type { Instruction } from '../messages/Instruction.ts'

/** What the wallet signs: a transaction that somebody else has signed already, or instructions that get a blockhash first. */
export type SwapRequest =
  | { wire: Uint8Array }
  | { instructions: readonly Instruction[]; tables: readonly LookupTable[] }
