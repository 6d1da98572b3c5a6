import type { InstructionDecoder } from './DecodedInstruction.ts'
import { programs } from './programs.ts'
import { rentOf } from './rentOf.ts'

/** Bytes of a token account. Those of Token-2022 have extensions, which differ by mint: this is more than all of the usual ones. */
const sizes: Readonly<Record<string, number>> = { [programs.token]: 165, [programs.token2022]: 300 }

/** Decodes the instructions of the Associated Token Account program, which opens a token account for an owner. */
export const decodeAssociatedToken: InstructionDecoder = ({ accounts, data }) => {
  const [from, account, owner, mint, , program] = accounts
  const [number = 0] = data
  // 2 recovers tokens from a nested account, which hardly anybody needs.
  if (data.length > 1 || number > 1) return undefined
  const size = program === undefined ? undefined : sizes[program]
  if (!from || !account || !owner || !mint || !program || size === undefined) return undefined
  return {
    name: 'Open token account (Associated Token)',
    fields: Object.entries({ 'paid by': from, account, owner, token: mint }).map(([label, value]) => ({
      label,
      value,
    })),
    effects: [{ type: 'open', from, account, owner, mint, program, lamports: rentOf(size) }],
  }
}
