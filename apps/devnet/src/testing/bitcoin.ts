import { hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { onTestFinished } from 'vitest'
import { regtest } from '../bitcoin/chain/regtest.ts'
import { localBitcoin } from '../bitcoin/localBitcoin.ts'
import { type LocalBitcoinNode, type StartBitcoinParameters, startBitcoin } from '../bitcoin/startBitcoin.ts'
import { tempFolder } from './tempFolder.ts'

export interface Utxo {
  txid: string
  vout: number
  value: number
  status: { confirmed: boolean }
}

/** Starts a local Bitcoin on free ports until the end of the test. */
export async function startTestBitcoin(parameters: StartBitcoinParameters = {}): Promise<
  LocalBitcoinNode & {
    /** Fetches a path of the Esplora API; returns text or JSON. */
    get(path: string): Promise<unknown>
    post(raw: string): Promise<{ status: number; body: string }>
    rpc(
      method: string,
      ...params: unknown[]
    ): Promise<{ result: unknown; error: { code: number; message: string } | null }>
    utxos(address: string): Promise<Utxo[]>
  }
> {
  const node = await startBitcoin({
    port: 0,
    esploraPort: 0,
    mineAfter: null,
    folder: await tempFolder(),
    ...parameters,
  })
  onTestFinished(() => node.close())
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(node.esploraUrl + path)
    const text = await response.text()
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  return {
    ...node,
    get,
    async post(raw) {
      const response = await fetch(`${node.esploraUrl}/tx`, { method: 'POST', body: raw })
      return { status: response.status, body: await response.text() }
    },
    async rpc(method, ...params) {
      const response = await fetch(node.rpcUrl, {
        method: 'POST',
        body: JSON.stringify({ id: 1, method, params }),
      })
      return (await response.json()) as never
    },
    utxos: async (address) => (await get(`/address/${address}/utxo`)) as Utxo[],
  }
}

const key = hex.decode(localBitcoin.accounts[0].payment.privateKey.slice(2))
const publicKey = hex.decode(localBitcoin.accounts[0].payment.publicKey)
const xOnly = publicKey.subarray(1)

/** Script types that the visitor's payment key can spend. */
export const wallets = {
  p2pkh: p2pkh(publicKey, regtest),
  p2wpkh: p2wpkh(publicKey, regtest),
  'p2sh-p2wpkh': p2sh(p2wpkh(publicKey, regtest), regtest),
  p2tr: p2tr(xOnly, undefined, regtest),
}

/** Spends coins of one script type with `@scure/btc-signer`, signed with the visitor's payment key. */
export async function spend({
  kind,
  coins,
  outputs,
  previousHex,
  sequence,
  privateKey = key,
}: {
  kind: keyof typeof wallets
  coins: { txid: string; vout: number; value: number }[]
  outputs: [address: string, amount: bigint][]
  /** Previous transactions, for p2pkh, whose signatures do not cover the amount. */
  previousHex?: ((txid: string) => Promise<string>) | undefined
  sequence?: number | undefined
  privateKey?: Uint8Array
}): Promise<string> {
  const { script, redeemScript } = wallets[kind] as { script: Uint8Array; redeemScript?: Uint8Array }
  const transaction = new Transaction()
  for (const { txid, vout, value } of coins) {
    transaction.addInput({
      txid,
      index: vout,
      ...(previousHex
        ? { nonWitnessUtxo: hex.decode(await previousHex(txid)) }
        : { witnessUtxo: { script, amount: BigInt(value) } }),
      ...(redeemScript ? { redeemScript } : {}),
      ...(kind === 'p2tr' ? { tapInternalKey: xOnly } : {}),
      ...(sequence === undefined ? {} : { sequence }),
    })
  }
  for (const [address, amount] of outputs) transaction.addOutputAddress(address, amount, regtest)
  transaction.sign(privateKey)
  transaction.finalize()
  return transaction.hex
}
