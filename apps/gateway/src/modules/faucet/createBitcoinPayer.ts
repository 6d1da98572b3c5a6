import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type CaipNetworkId, parseCaipNetworkId, RpcError } from '@portico/protocol'
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import { type Hex, hexToBytes } from 'viem'
import { bitcoinCoin } from '../../chains/bitcoin/bitcoinCoin.ts'
import { bitcoinNetworks } from '../../chains/bitcoin/bitcoinNetworks.ts'
import type { UtxoSource } from '../../chains/shared/UtxoSource.ts'
import type { RpcUpstreams } from '../../chains/shared/upstreams/RpcUpstreams.ts'
import type { FaucetPayer } from './FaucetPayer.ts'

/** Blocks until the coins of a new block may be spent. The list does not say which are such, so only older ones are. */
const maturity = 100
/** Virtual bytes of one input and two outputs, with room for the longest outputs. */
const size = 160

/** Creates the payer of a Bitcoin network, with coins at the P2WPKH address of a key. */
export function createBitcoinPayer({
  chain,
  key,
  utxos,
  upstreams,
}: {
  chain: CaipNetworkId
  key: Hex
  utxos: UtxoSource
  upstreams: RpcUpstreams
}): FaucetPayer {
  const { hrp, versions } = bitcoinNetworks[
    parseCaipNetworkId(chain).reference
  ] as (typeof bitcoinNetworks)[string]
  const network = { bech32: hrp, pubKeyHash: versions[0], scriptHash: versions[1], wif: 0xef }
  const secret = hexToBytes(key)
  const own = p2wpkh(secp256k1.getPublicKey(secret, true), network)
  const from = own.address as string
  const { decimals, symbol } = bitcoinCoin(chain)
  /** Payments are made one after the other, so that no two spend the same coin. */
  let last: Promise<unknown> = Promise.resolve()

  async function ask(method: string, params: readonly unknown[], deadline: number): Promise<unknown> {
    const answer = await upstreams.send({ method, params: JSON.stringify(params) }, { deadline, fresh: true })
    if (answer.kind === 'error')
      throw new RpcError({ rpcCode: answer.error.code, message: answer.error.message })
    return JSON.parse(answer.text)
  }

  async function send({ to, amount, deadline }: Parameters<FaucetPayer['pay']>[0]): Promise<string> {
    const [unspent, { slow }, height] = await Promise.all([
      utxos.list({ chain, account: from, deadline }),
      utxos.rates({ chain, deadline }),
      ask('getblockcount', [], deadline),
    ])
    const fee = BigInt(Math.ceil(slow * size))
    const coin = unspent.find(
      (one) =>
        BigInt(one.value) > amount + fee + 546n &&
        (one.height === undefined ? !one.confirmed : Number(height) - one.height > maturity),
    )
    if (!coin) throw new Error(`${from} has no output of more than ${amount} satoshi.`)
    const value = BigInt(coin.value)
    const transaction = new Transaction()
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { amount: value, script: own.script },
    })
    transaction.addOutput({ script: OutScript.encode(Address(network).decode(to)), amount })
    transaction.addOutput({ script: own.script, amount: value - amount - fee })
    transaction.sign(secret)
    transaction.finalize()
    await ask('sendrawtransaction', [transaction.hex], deadline)
    return transaction.id
  }

  return {
    from,
    decimals,
    symbol,
    pay(parameters) {
      const sent = last.then(() => send(parameters))
      last = sent.catch(() => undefined)
      return sent
    },
  }
}
