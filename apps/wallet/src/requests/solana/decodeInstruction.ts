import { bytesToHex } from '@noble/hashes/utils.js'
import { solanaText } from './copy.ts'
import type { DecodedInstruction, InstructionDecoder, InstructionInput } from './DecodedInstruction.ts'
import { decodeAssociatedToken } from './decodeAssociatedToken.ts'
import { decodeComputeBudget } from './decodeComputeBudget.ts'
import { decodeMemo } from './decodeMemo.ts'
import { decodeStake } from './decodeStake.ts'
import { decodeSystem } from './decodeSystem.ts'
import { decodeToken } from './decodeToken.ts'
import { decodeVote } from './decodeVote.ts'
import { programs } from './programs.ts'

const decoders: Readonly<Record<string, InstructionDecoder>> = {
  [programs.system]: decodeSystem,
  [programs.token]: decodeToken,
  [programs.token2022]: decodeToken,
  [programs.associatedToken]: decodeAssociatedToken,
  [programs.computeBudget]: decodeComputeBudget,
  [programs.memo]: decodeMemo,
  [programs.memoV1]: decodeMemo,
  [programs.stake]: decodeStake,
  [programs.vote]: decodeVote,
}

/** Decodes an instruction from its bytes. One that is not known has the effect `unknown`. */
export function decodeInstruction(input: InstructionInput): DecodedInstruction {
  const { program, accounts, data } = input
  const decoder = Object.hasOwn(decoders, program) ? decoders[program] : undefined
  const decoded = decoder?.(input)
  if (decoded) return { ...decoded, program }
  return {
    name: solanaText('solana.fields.unknown'),
    program,
    fields: [
      ...accounts.map((value, index) => ({
        label: solanaText('solana.fields.account', { number: index + 1 }),
        value,
      })),
      { label: 'data', value: bytesToHex(data) },
    ],
    effects: [{ type: 'unknown', program, uses: accounts }],
  }
}
