import type { Instruction } from '@solana/kit'
import type { Ledger } from '../ledger/createLedger.ts'
import { localSolana } from '../localSolana.ts'
import { instructions } from './instructions.ts'
import { signTransaction } from './signTransaction.ts'

/** Creates the transactions of a seed. Times have the form `08-03 07:00`. */
export interface SolanaSeeder {
  /** Funds the faucet. */
  begin(time: string): void
  /** Sends a transaction of these instructions. @throws Error naming the step that did not have the expected result */
  step(time: string, payer: string, list: Instruction[], options?: { fails?: boolean }): void
  /** @param amount in SOL */
  pay(time: string, from: string, to: string, amount: number): void
}

const [, , faucet] = localSolana.accounts
const sol = (amount: number): bigint => BigInt(Math.round(amount * 1e9))
const day = (text: string): number => Date.parse(`2026-${text.replace(' ', 'T')}:00Z`)
/** Less than 2^53 lamports, so that clients that parse numbers as doubles get the exact amount. */
const faucetLamports = sol(9_000_000)

export function createSeeder({
  ledger,
  at,
  name,
}: {
  ledger: Ledger
  /** Sets the time of the next step, milliseconds since 1970. */
  at: (time: number) => void
  /** Name of the network, for the error. */
  name: string
}): SolanaSeeder {
  let steps = 0
  const seeder: SolanaSeeder = {
    begin(time) {
      at(day(time))
      ledger.setAccount({
        address: faucet.address,
        owner: localSolana.programs.system,
        lamports: faucetLamports,
        data: new Uint8Array(),
      })
    },
    step(time, payer, list, { fails = false } = {}) {
      at(day(time))
      const { clock } = ledger
      const read = signTransaction({ payer, instructions: list, blockhash: clock.blockhash(clock.slot()) })
      const { landed, err } = ledger.send(read)
      steps++
      if (!landed || Boolean(err) !== fails)
        throw new Error(
          `Seeding ${name} stopped at step ${steps}: ${JSON.stringify(err)} ${landed?.logs.join('\n')}`,
        )
    },
    pay: (time, from, to, amount) =>
      seeder.step(time, from, [instructions.transferSol(from, to, sol(amount))]),
  }
  return seeder
}
