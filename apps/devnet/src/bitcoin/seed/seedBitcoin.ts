import { hex } from '@scure/base'
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { scriptOf } from '../chain/describeScript.ts'
import { readTransaction } from '../chain/readTransaction.ts'
import { regtest } from '../chain/regtest.ts'
import type { BitcoinEngine } from '../engine/BitcoinEngine.ts'
import { type LocalBitcoinKey, localBitcoin } from '../localBitcoin.ts'

interface SeedCoin {
  txid: string
  vout: number
  amount: bigint
}

const [visitor, friend, miner] = localBitcoin.accounts
const satoshi = (amount: number): bigint => BigInt(Math.round(amount * 1e8))
const day = (text: string): number => Date.parse(`2026-${text.replace(' ', 'T')}:00Z`) / 1_000
/** Of a transaction with one input and two outputs, at a few satoshi a byte. */
const fee = 420n
/** The miner's first coins are old enough to be spent after a hundred more, and the visitor sees a chain of some length. */
const firstBlocks = 120

/**
 * Tells the local Bitcoin's story on an empty regtest chain, through the JSON-RPC of whichever node keeps it: the visitor
 * receives, sends with change, and ends with 2.7849916 BTC at the payment address and 0.6500958 at the other, in several coins.
 *
 * @returns id of the last transaction, which is left unconfirmed
 * @throws what the node says
 */
export async function seedBitcoin({ call }: Pick<BitcoinEngine, 'call'>): Promise<string> {
  const coins = new Map<string, SeedCoin[]>()
  const purse = ({ address }: LocalBitcoinKey): SeedCoin[] => {
    const list = coins.get(address) ?? []
    coins.set(address, list)
    return list
  }
  /** Sends with one coin, the first that is enough; the change goes back to where it came from. */
  const send = async (
    from: LocalBitcoinKey,
    outputs: [to: LocalBitcoinKey, amount: number][],
  ): Promise<string> => {
    const total = outputs.reduce((sum, [, amount]) => sum + satoshi(amount), 0n)
    const own = purse(from)
    const at = own.findIndex(({ amount }) => amount > total + fee)
    const [coin] = own.splice(at, 1)
    if (at < 0 || !coin) throw new Error(`${from.address} has no coin of ${total} satoshi`)
    const paid = [...outputs.map(([to, amount]) => [to, satoshi(amount)] as const)]
    paid.push([from, coin.amount - total - fee])
    const raw = sign(from, coin, paid)
    const { txid } = readTransaction(raw)
    await call('sendrawtransaction', hex.encode(raw))
    for (const [vout, [to, amount]] of paid.entries()) purse(to).push({ txid, vout, amount })
    return txid
  }
  const mine = async (time: string, count = 1): Promise<void> => {
    await call('setmocktime', day(time))
    const hashes = await call<string[]>('generatetoaddress', count, miner.payment.address)
    for (const hash of hashes) {
      const { tx } = await call<{ tx: string[] }>('getblock', hash, 1)
      const raw = await call<string>('getrawtransaction', tx[0], 0, hash)
      const { txid, outputs } = readTransaction(hex.decode(raw))
      purse(miner.payment).push({ txid, vout: 0, amount: outputs[0]?.amount ?? 0n })
    }
  }
  const step = async (time: string, ...parameters: Parameters<typeof send>): Promise<void> => {
    await call('setmocktime', day(time))
    await send(...parameters)
    await mine(time)
  }

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
  await call('setmocktime', day('09-27 10:15'))
  const last = await send(friend.payment, [[visitor.payment, 0.0123]])
  await call('setmocktime', 0)
  return last
}

function sign(
  from: LocalBitcoinKey,
  coin: SeedCoin,
  outputs: (readonly [LocalBitcoinKey, bigint])[],
): Uint8Array {
  const isTaproot = from.path.startsWith("m/86'")
  const publicKey = hex.decode(from.publicKey)
  const { script } = isTaproot ? p2tr(publicKey.subarray(1), undefined, regtest) : p2wpkh(publicKey, regtest)
  const transaction = new Transaction()
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    witnessUtxo: { amount: coin.amount, script },
    ...(isTaproot ? { tapInternalKey: publicKey.subarray(1) } : {}),
  })
  for (const [to, amount] of outputs) transaction.addOutput({ script: scriptOf(to.address), amount })
  // No randomness, so that the chain is the same on every machine.
  transaction.sign(hex.decode(from.privateKey.slice(2)), undefined, new Uint8Array(32))
  transaction.finalize()
  return transaction.extract()
}
