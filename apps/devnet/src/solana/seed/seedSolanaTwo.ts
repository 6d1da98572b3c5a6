import { localSolana } from '../localSolana.ts'
import { localSolanaTwo } from '../localSolanaTwo.ts'
import { createSeeder } from './createSeeder.ts'

const [visitor, friend, faucet] = localSolana.accounts

/** Seeds the second local Solana with SOL alone, of which the visitor ends with about 10.9. */
export function seedSolanaTwo({
  ledger,
  at,
}: Pick<Parameters<typeof createSeeder>[0], 'ledger' | 'at'>): void {
  const { begin, pay } = createSeeder({ ledger, at, name: localSolanaTwo.name })

  begin('08-03 07:00')
  pay('08-03 08:00', faucet.address, friend.address, 20)
  pay('08-11 10:15', faucet.address, visitor.address, 12.5)
  pay('08-24 19:40', visitor.address, friend.address, 1.6)
}
