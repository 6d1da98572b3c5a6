import type { BitcoinEngine } from '../engine/BitcoinEngine.ts'
import { localSignet } from '../localSignet.ts'
import { createSeeder } from './createSeeder.ts'

const [visitor, friend, miner] = localSignet.accounts
/** The first coinbase can be spent after a hundred more blocks. */
const firstBlocks = 101

/** Seeds the local signet: the visitor receives, sends, and ends with 0.3749958 tBTC, all confirmed. */
export async function seedSignet({ call }: Pick<BitcoinEngine, 'call'>): Promise<undefined> {
  const { mine, step } = createSeeder({ call, network: localSignet })

  await mine('08-03 07:00', firstBlocks)
  await step('08-10 09:30', miner.payment, [[visitor.payment, 0.5]])
  await step('08-20 17:45', visitor.payment, [[friend.payment, 0.125]])
  await call('setmocktime', 0)
}
