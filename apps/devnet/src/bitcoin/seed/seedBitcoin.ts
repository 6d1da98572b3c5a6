import type { BitcoinEngine } from '../engine/BitcoinEngine.ts'
import { localBitcoin } from '../localBitcoin.ts'
import { createSeeder } from './createSeeder.ts'

const [visitor, friend, miner] = localBitcoin.accounts
/** A coinbase can be spent after a hundred more blocks; the rest gives the chain some length. */
const firstBlocks = 120

/**
 * Seeds an empty regtest chain through the JSON-RPC of any node: the visitor receives, sends with change, and ends
 * with 2.7849916 BTC at the payment address and 0.6500958 at the other, in several coins.
 *
 * @returns id of the last transaction, which is left unconfirmed
 * @throws the errors of the node
 */
export async function seedBitcoin({ call }: Pick<BitcoinEngine, 'call'>): Promise<string> {
  const { mine, send, step } = createSeeder({ call, network: localBitcoin })

  await mine('08-03 07:00', firstBlocks)
  await step('08-04 09:12', miner.payment, [[visitor.payment, 2]])
  await step('08-06 10:00', miner.payment, [[visitor.ordinals, 0.75]])
  await step('08-08 08:15', miner.payment, [[friend.payment, 5]])
  await step('08-12 12:30', visitor.payment, [[friend.payment, 0.35]])
  await step('08-18 20:02', friend.payment, [[visitor.payment, 0.6]])
  await step('08-25 13:37', visitor.ordinals, [[friend.payment, 0.1]])
  await step('09-02 18:18', friend.payment, [[visitor.ordinals, 0.0001]])
  await step('09-10 22:10', miner.payment, [
    [visitor.payment, 0.5],
    [friend.ordinals, 0.25],
  ])
  await step('09-16 08:30', visitor.payment, [[friend.ordinals, 0.045]])
  await step('09-22 16:50', friend.ordinals, [[visitor.payment, 0.08]])
  const last = await send('09-27 10:15', friend.payment, [[visitor.payment, 0.0123]])
  await call('setmocktime', 0)
  return last
}
