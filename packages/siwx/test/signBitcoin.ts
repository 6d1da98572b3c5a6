import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { Address, OutScript, p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer/payment.js'
import { CompactSize, RawTx, RawWitness } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { pubECDSA, pubSchnorr, sha256x2, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import { toSpend, txid } from '../src/bitcoin/toSpend.ts'

/** The CAIP-2 reference of regtest, the network of the accounts below. */
export const regtest = '0f9188f13cb7b2c71f2a335e3a4fc328'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const key = new Uint8Array(32).fill(7)
const publicKey = pubECDSA(key)
const payments = {
  p2pkh: p2pkh(publicKey, network),
  p2wpkh: p2wpkh(publicKey, network),
  'p2sh-p2wpkh': p2sh(p2wpkh(publicKey, network), network),
  p2tr: p2tr(pubSchnorr(key), undefined, network),
  'p2pkh of an uncompressed key': p2pkh(pubECDSA(key, false), network),
}

/** The types of address of the test key. */
export type Kind = keyof typeof payments

/** Returns the address of the test key of one type. */
export function addressOf(kind: Kind): string {
  return payments[kind].address as string
}

/** Signs with BIP-322, independently of the verifier: simple for native segwit, full otherwise. */
export function signBip322({ kind, message }: { kind: Kind; message: string }): string {
  const {
    type: _,
    address,
    ...payment
  } = payments[kind] as { type: string; address?: string; script: Uint8Array }
  const script = OutScript.encode(Address(network).decode(address as string))
  const spent = toSpend({ message, script })
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true })
  transaction.addInput({
    ...payment,
    txid: txid(spent),
    index: 0,
    sequence: 0,
    ...(kind === 'p2pkh' ? { nonWitnessUtxo: RawTx.encode(spent) } : { witnessUtxo: { amount: 0n, script } }),
  })
  transaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  transaction.sign(key)
  transaction.finalize()
  const witness = transaction.getInput(0).finalScriptWitness
  if (kind === 'p2wpkh' || kind === 'p2tr') return `smp${base64.encode(RawWitness.encode(witness ?? []))}`
  return `ful${base64.encode(transaction.toBytes(true, true))}`
}

/** Creates a recoverable signature. `header` is the first of the four headers of a type: 27, 31, 35 or 39. */
export function signLegacy({ message, header }: { message: string; header: number }): string {
  const text = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const hash = sha256x2(prefix, CompactSize.encode(BigInt(text.length)), text)
  const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return base64.encode(Uint8Array.of(header + (bytes[0] as number), ...bytes.subarray(1)))
}
