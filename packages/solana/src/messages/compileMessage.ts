import { base58 } from '@scure/base'
import { encodeCount } from './encodeCount.ts'
import type { Instruction } from './Instruction.ts'

/** The network accepts transactions of at most 1232 bytes. */
const maxTransactionBytes = 1232
const signatureBytes = 64

/** Accounts of the same kind are in the order in which Solana's libraries write them. */
const { compare } = new Intl.Collator('en', { caseFirst: 'lower', sensitivity: 'variant' })

/**
 * Compiles instructions to the bytes of a legacy message, which every wallet can read. The payer signs first, and pays the fee.
 *
 * @throws {RangeError} if the network would not accept so long a transaction
 * @see https://solana.com/docs/core/transactions
 */
export function compileMessage({
  payer,
  instructions,
  blockhash,
}: {
  payer: string
  instructions: readonly Instruction[]
  blockhash: string
}): Uint8Array {
  const uses = new Map<string, { isSigner: boolean; isWritable: boolean }>()
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

  const rank = ([address, { isSigner, isWritable }]: readonly [
    string,
    { isSigner: boolean; isWritable: boolean },
  ]) => (address === payer ? -1 : (isSigner ? 0 : 2) + (isWritable ? 0 : 1))
  const sorted = [...uses].sort((a, b) => rank(a) - rank(b) || compare(a[0], b[0]))
  const keys = sorted.map(([address]) => address)
  const countOf = (isCounted: (use: { isSigner: boolean; isWritable: boolean }) => boolean) =>
    sorted.filter(([, use]) => isCounted(use)).length

  const message = Uint8Array.from([
    countOf(({ isSigner }) => isSigner),
    countOf(({ isSigner, isWritable }) => isSigner && !isWritable),
    countOf(({ isSigner, isWritable }) => !isSigner && !isWritable),
    ...encodeCount(keys.length),
    ...keys.flatMap((address) => [...base58.decode(address)]),
    ...base58.decode(blockhash),
    ...encodeCount(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      keys.indexOf(program),
      ...encodeCount(accounts.length),
      ...accounts.map(({ address }) => keys.indexOf(address)),
      ...encodeCount(data.length),
      ...data,
    ]),
  ])
  const signers = message[0] as number
  if (1 + signers * signatureBytes + message.length > maxTransactionBytes)
    throw new RangeError('The transaction is too long.')
  return message
}
