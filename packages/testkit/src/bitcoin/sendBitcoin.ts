import { rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import { p2tr, p2wpkh, selectUTXO, type Transaction } from '@scure/btc-signer'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { addressParams, type BitcoinChain } from './bitcoinChain.ts'
import { callEsplora } from './callEsplora.ts'
import type { BitcoinKey } from './toBitcoinKeys.ts'

/**
 * Sends bitcoin from one key, with the change back to it, at the node's fee rate.
 *
 * @returns the transaction id.
 * @throws {ProviderRpcError} -32602 for invalid recipients or amounts; -32000 for insufficient funds.
 */
export async function sendBitcoin({
  key,
  chain,
  url,
  recipients,
}: {
  key: BitcoinKey
  chain: BitcoinChain
  url: string | undefined
  recipients: readonly { address: string; amount: bigint }[]
}): Promise<string> {
  const network = addressParams(chain)
  const coins = (await callEsplora({ chain, url, path: `/address/${key.address}/utxo` })) as {
    txid: string
    vout: number
    value: number
  }[]
  const rates = (await callEsplora({ chain, url, path: '/fee-estimates' })) as Record<string, number>
  const payment =
    key.purpose === 'payment'
      ? p2wpkh(key.publicKey, network)
      : p2tr(key.publicKey.subarray(1), undefined, network)
  const inputs = coins.map(({ txid, vout, value }) => ({
    ...payment,
    txid,
    index: vout,
    witnessUtxo: { script: key.script, amount: BigInt(value) },
  }))
  let selected: { tx?: Transaction | undefined } | undefined
  try {
    selected = selectUTXO(inputs, recipients as never, 'default', {
      changeAddress: key.address,
      feePerByte: BigInt(Math.max(1, Math.ceil(rates['6'] ?? 1))),
      network,
      createTx: true,
      bip69: true,
    })
  } catch (error) {
    throw new ProviderRpcError({ code: rpcErrorCodes.invalidParams, message: (error as Error).message })
  }
  if (!selected?.tx) {
    throw new ProviderRpcError({
      code: -32000,
      message: 'Insufficient funds for the amount and the fee.',
    })
  }
  selected.tx.sign(key.privateKey)
  selected.tx.finalize()
  return broadcast({ chain, url, transaction: selected.tx.extract() })
}

/** Broadcasts a transaction through the node. @returns its id. */
export async function broadcast({
  chain,
  url,
  transaction,
}: {
  chain: BitcoinChain
  url: string | undefined
  transaction: Uint8Array
}): Promise<string> {
  return String(await callEsplora({ chain, url, path: '/tx', body: hex.encode(transaction) }))
}
