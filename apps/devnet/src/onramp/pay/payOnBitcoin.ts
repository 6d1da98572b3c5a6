import { hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { parseUnits } from 'viem'
import { scriptOf } from '../../bitcoin/chain/describeScript.ts'
import type { LocalBitcoin } from '../../bitcoin/localBitcoin.ts'
import { createRpc } from '../../chains/createRpc.ts'
import type { Order } from '../Order.ts'

interface Unspent {
  txid: string
  vout: number
  value: number
  status: { confirmed: boolean; block_height?: number }
}

const fee = 420n
/** Blocks until the coins of a new block may be spent. */
const maturity = 100

/** Pays an order on a local Bitcoin network, with coins of the miner. */
export async function payOnBitcoin({
  url,
  esploraUrl,
  network,
  order,
}: {
  url: string
  esploraUrl: string
  network: LocalBitcoin
  order: Order
}): Promise<string> {
  const { payment } = network.accounts[2]
  const get = async <Answer>(path: string): Promise<Answer> => {
    const response = await fetch(`${esploraUrl}${path}`, { signal: AbortSignal.timeout(30_000) })
    if (!response.ok) throw new Error(`${path}: status ${response.status}`)
    return (await response.json()) as Answer
  }
  const height = await get<number>('/blocks/tip/height')
  const amount = parseUnits(order.receives, order.asset.decimals)
  const unspent = await get<Unspent[]>(`/address/${payment.address}/utxo`)
  const coin = unspent.find(
    ({ value, status }) =>
      BigInt(value) > amount + fee && status.confirmed && height - (status.block_height ?? height) > maturity,
  )
  if (!coin) throw new Error(`The miner has no coin of ${amount} satoshi.`)
  const publicKey = hex.decode(payment.publicKey)
  const value = BigInt(coin.value)
  const transaction = new Transaction()
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    witnessUtxo: { amount: value, script: p2wpkh(publicKey).script },
  })
  transaction.addOutput({ script: scriptOf(order.wallet, network.chain), amount })
  transaction.addOutput({ script: p2wpkh(publicKey).script, amount: value - amount - fee })
  transaction.sign(hex.decode(payment.privateKey.slice(2)))
  transaction.finalize()
  return createRpc(url)<string>('sendrawtransaction', [transaction.hex])
}
