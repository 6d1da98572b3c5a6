import { compileLookupMessage } from '../../messages/compileLookupMessage.ts'
import type { Instruction } from '../../messages/Instruction.ts'
import { instructions } from '../../messages/instructions.ts'
import { programs } from '../../messages/programs.ts'
import type { JupiterSide, JupiterSides } from './readJupiterSides.ts'
import type { JupiterSwap } from './readJupiterSwap.ts'

const signatureFee = 5_000n
/** The most that the network allows: what a route needs is not known, and a swap that is cut off fails. */
const units = 1_400_000
/** In millionths of a lamport. Without it, the network would often leave the transaction out. */
const price = 50_000n

/** What the network charges for the transaction, in lamports, without the deposits of new accounts. */
export const jupiterFee = signatureFee + (BigInt(units) * price) / 1_000_000n

/** Writes the instructions of a swap: all but Jupiter's own are ours. */
export function listJupiterInstructions({
  account,
  amount,
  sides: { from, to },
  swap,
  keepsWrapped,
}: {
  account: string
  amount: bigint
  sides: JupiterSides
  swap: Instruction
  /** The account has wrapped coins already: its token account of them stays open when the coin is sold. */
  keepsWrapped: boolean
}): Instruction[] {
  const open = ({ mint, program, tokenAccount }: JupiterSide) =>
    instructions.openTokenAccount({ payer: account, owner: account, account: tokenAccount, mint, program })
  const wrap = [
    open(from),
    instructions.sendCoin({ from: account, to: from.tokenAccount, amount }),
    syncWrapped(from.tokenAccount),
  ]
  return [
    instructions.limitUnits(units),
    instructions.priceUnits(price),
    ...(from.isCoin ? wrap : []),
    // Also if it is open: the network then checks that it still belongs to the account.
    open(to),
    swap,
    ...(from.isCoin && !keepsWrapped ? [unwrap(from.tokenAccount, account)] : []),
    ...(to.isCoin ? [unwrap(to.tokenAccount, account)] : []),
  ]
}

/** Writes the message of a swap. */
export function writeJupiterSwap({
  swap: { instruction, fixed },
  tables,
  blockhash,
  ...parameters
}: Omit<Parameters<typeof listJupiterInstructions>[0], 'swap'> & {
  swap: JupiterSwap
  tables: ReadonlyMap<string, readonly string[]>
  blockhash: string
}): Uint8Array {
  const list = listJupiterInstructions({ ...parameters, swap: instruction })
  // Everything that our own instructions use is as important as what Jupiter's decides by.
  const own = list
    .filter((one) => one !== instruction)
    .flatMap(({ accounts }) => accounts.map(({ address }) => address))
  return compileLookupMessage({
    ...{ payer: parameters.account, instructions: list, blockhash, tables },
    fixed: new Set([...fixed, ...own]),
  })
}

/** `SyncNative`: makes the coins that were sent to a token account of wrapped coins its tokens. */
const syncWrapped = (address: string): Instruction => ({
  program: programs.token,
  accounts: [{ address, isWritable: true }],
  data: Uint8Array.of(17),
})

/** `CloseAccount`: pays all coins of a token account of wrapped coins, and its deposit, to its owner. */
const unwrap = (address: string, owner: string): Instruction => ({
  program: programs.token,
  accounts: [
    { address, isWritable: true },
    { address: owner, isWritable: true },
    { address: owner, isSigner: true },
  ],
  data: Uint8Array.of(9),
})
