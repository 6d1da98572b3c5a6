import { devnetManifest } from '@portico/devnet/manifest'
import { hex } from '@scure/base'
import { TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { callBitcoin } from './callBitcoin.ts'
import type { Stack } from './stack.ts'

interface Sent {
  fee: number
  vin: { txid: string; vout: number; prevout: { scriptpubkey: string; value: number } }[]
}

/** Sends the coins that an unconfirmed transaction of the visitor spends back to the visitor, with a higher fee (BIP-125). */
export async function replaceBitcoin(stack: Stack, txid: string): Promise<void> {
  const [{ payment }] = devnetManifest.bitcoin.accounts
  const { fee, vin } = (await (await fetch(`${stack.esploraUrl}/tx/${txid}`)).json()) as Sent
  const transaction = new Transaction()
  for (const { txid, vout, prevout } of vin) {
    const witnessUtxo = { script: hex.decode(prevout.scriptpubkey), amount: BigInt(prevout.value) }
    transaction.addInput({ txid, index: vout, witnessUtxo })
  }
  const total = vin.reduce((sum, { prevout }) => sum + prevout.value, 0)
  const network = { ...TEST_NETWORK, bech32: 'bcrt' }
  transaction.addOutputAddress(payment.address, BigInt(total - 2 * fee - 1000), network)
  transaction.sign(hex.decode(payment.privateKey.slice(2)))
  transaction.finalize()
  await callBitcoin(stack, 'sendrawtransaction', transaction.hex)
}
