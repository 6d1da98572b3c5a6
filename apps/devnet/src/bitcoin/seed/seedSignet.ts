import type { BitcoinEngine } from '../engine/BitcoinEngine.ts'
import { localSignet } from '../localSignet.ts'
import { createTeller } from './createTeller.ts'

const [visitor, friend, miner] = localSignet.accounts
/** The first of the miner's coins is old enough to be spent then. */
const firstBlocks = 101

/** Tells the local signet's short story: the visitor receives, sends, and ends with 0.3749958 tBTC, all confirmed. */
export async function seedSignet({ call }: Pick<BitcoinEngine, 'call'>): Promise<undefined> {
  const { mine, step } = createTeller({ call, network: localSignet })

  await mine('08-03 07:00', firstBlocks)
  await step('08-10 09:30', miner.payment, [[visitor.payment, 0.5]])
  await step('08-20 17:45', visitor.payment, [[friend.payment, 0.125]])
  await call('setmocktime', 0)
}
