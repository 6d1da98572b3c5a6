import type { Instruction } from './Instruction.ts'

/** What a transaction may do with an account. */
export interface AccountFlags {
  isSigner: boolean
  isWritable: boolean
}

/** Accounts of the same kind are in the order in which Solana's libraries write them. */
export const { compare } = new Intl.Collator('en', { caseFirst: 'lower', sensitivity: 'variant' })

/** Lists the accounts of a transaction in the order of a message: those that sign first, among them the writable ones. */
export function collectAccounts(
  payer: string,
  instructions: readonly Instruction[],
): (readonly [string, AccountFlags])[] {
  const uses = new Map<string, AccountFlags>()
  const add = (address: string, isSigner = false, isWritable = false) => {
    const known = uses.get(address)
    uses.set(address, {
      isSigner: isSigner || (known?.isSigner ?? false),
      isWritable: isWritable || (known?.isWritable ?? false),
    })
  }
  add(payer, true, true)
  for (const { program, accounts } of instructions) {
    add(program)
    for (const { address, isSigner, isWritable } of accounts) add(address, isSigner, isWritable)
  }

  const rank = ([address, { isSigner, isWritable }]: readonly [string, AccountFlags]) =>
    address === payer ? -1 : (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  return [...uses].sort((a, b) => rank(a) - rank(b) || compare(a[0], b[0]))
}
