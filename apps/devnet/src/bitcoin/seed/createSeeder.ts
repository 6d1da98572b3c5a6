import { hex } from '@scure/base'
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { scriptOf } from '../chain/describeScript.ts'
import { readTransaction } from '../chain/readTransaction.ts'
import type { BitcoinEngine } from '../engine/BitcoinEngine.ts'
import type { LocalBitcoin, LocalBitcoinKey } from '../localBitcoin.ts'

interface SeedCoin {
  txid: string
  vout: number
  amount: bigint
}

/** Creates the blocks and transactions of a seed. Times have the form `08-03 07:00`, amounts are in BTC. */
export interface BitcoinSeeder {
  /** Mines blocks, with the miner as the recipient. */
  mine(time: string, count?: number): Promise<void>
  /** Pays with the first coin that is large enough; the change returns to its address. Resolves with the transaction id. */
  send(time: string, from: LocalBitcoinKey, outputs: [to: LocalBitcoinKey, amount: number][]): Promise<string>
  /** Pays, and mines a block with the payment. */
  step(...parameters: Parameters<BitcoinSeeder['send']>): Promise<void>
}

const satoshi = (amount: number): bigint => BigInt(Math.round(amount * 1e8))
const day = (text: string): number => Date.parse(`2026-${text.replace(' ', 'T')}:00Z`) / 1_000
/** Fee of a transaction with one input and two outputs, at a few satoshi per byte. */
const fee = 420n

/** Creates a seeder that uses the JSON-RPC of any node, and throws its errors. */
export function createSeeder({
  call,
  network: { chain, accounts },
}: Pick<BitcoinEngine, 'call'> & { network: LocalBitcoin }): BitcoinSeeder {
  const coins = new Map<string, SeedCoin[]>()
  const purse = ({ address }: LocalBitcoinKey): SeedCoin[] => {
    const list = coins.get(address) ?? []
    coins.set(address, list)
    return list
  }
  const seeder: BitcoinSeeder = {
    async mine(time, count = 1) {
      const { payment } = accounts[2]
      await call('setmocktime', day(time))
      const hashes = await call<string[]>('generatetoaddress', count, payment.address)
      for (const hash of hashes) {
        const { tx } = await call<{ tx: string[] }>('getblock', hash, 1)
        const raw = await call<string>('getrawtransaction', tx[0], 0, hash)
        const { txid, outputs } = readTransaction(hex.decode(raw))
        purse(payment).push({ txid, vout: 0, amount: outputs[0]?.amount ?? 0n })
      }
    },
    async send(time, from, outputs) {
      await call('setmocktime', day(time))
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
    },
    async step(time, ...parameters) {
      await seeder.send(time, ...parameters)
      await seeder.mine(time)
    },
  }

  function sign(
    from: LocalBitcoinKey,
    coin: SeedCoin,
    outputs: (readonly [LocalBitcoinKey, bigint])[],
  ): Uint8Array {
    const isTaproot = from.path.startsWith("m/86'")
    const publicKey = hex.decode(from.publicKey)
    const { script } = isTaproot ? p2tr(publicKey.subarray(1)) : p2wpkh(publicKey)
    const transaction = new Transaction()
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { amount: coin.amount, script },
      ...(isTaproot ? { tapInternalKey: publicKey.subarray(1) } : {}),
    })
    for (const [to, amount] of outputs) transaction.addOutput({ script: scriptOf(to.address, chain), amount })
    // No randomness, so that the chain is the same on every machine.
    transaction.sign(hex.decode(from.privateKey.slice(2)), undefined, new Uint8Array(32))
    transaction.finalize()
    return transaction.extract()
  }

  return seeder
}
