import type { Ledger } from '../ledger/createLedger.ts'
import type { TransactionError } from '../ledger/describeError.ts'
import { localSolana } from '../localSolana.ts'
import { instructions } from './instructions.ts'
import { signTransaction } from './signTransaction.ts'

const [, , faucet] = localSolana.accounts
const leastUnits = 10_000

/** Sends SOL from the faucet, in an ordinary transaction. */
export function airdrop({ ledger, to, lamports }: { ledger: Ledger; to: string; lamports: bigint }): {
  signature: string
  err: TransactionError | null
} {
  const { clock } = ledger
  const count = ledger.transactionCount() % 100_000
  const read = signTransaction({
    payer: faucet.address,
    instructions: [
      instructions.limitUnits(leastUnits + count),
      instructions.transferSol(faucet.address, to, lamports),
    ],
    blockhash: clock.blockhash(clock.slot()),
  })
  const { err } = ledger.simulate(read, { verifySignatures: true })
  if (!err) ledger.send(read)
  return { signature: read.signatures[0] as string, err }
}
