/*
 * Signs messages as Bitcoin wallets do: with BIP-322 simple (the witness of a virtual transaction that spends another
 * virtual transaction, which commits to the message), or with a recoverable ECDSA signature and a BIP-137 header.
 *
 * https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 * https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { CompactSize, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import type { BitcoinKey } from './toBitcoinKeys.ts'

/** The signing protocol. */
export type MessageProtocol = 'bip322' | 'ecdsa'

/**
 * Signs a message. Wallets return the bytes as base64, without the prefix `smp` of newer BIP-322 drafts.
 *
 * @throws {Error} for `ecdsa` with a taproot key, which BIP-137 does not support.
 */
export function signBitcoinMessage({
  key,
  message,
  protocol,
}: {
  key: BitcoinKey
  message: Uint8Array
  protocol: MessageProtocol
}): Uint8Array {
  return protocol === 'bip322' ? signSimple(key, message) : signRecoverable(key, message)
}

function signSimple({ script, privateKey, publicKey, purpose }: BitcoinKey, message: Uint8Array): Uint8Array {
  const hash = tagSchnorr('BIP0322-signed-message', message)
  const spent = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true })
  transaction.addInput({
    txid: sha256x2(spent).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script },
    ...(purpose === 'ordinals' ? { tapInternalKey: publicKey.subarray(1) } : {}),
  })
  transaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  transaction.signIdx(privateKey, 0)
  transaction.finalizeIdx(0)
  return RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? [])
}

function signRecoverable({ privateKey, purpose }: BitcoinKey, message: Uint8Array): Uint8Array {
  if (purpose === 'ordinals') throw new Error('A taproot address signs messages with BIP-322 only.')
  const title = new TextEncoder().encode('Bitcoin Signed Message:\n')
  const hash = sha256x2(
    Uint8Array.of(title.length),
    title,
    CompactSize.encode(BigInt(message.length)),
    message,
  )
  const [recovery = 0, ...compact] = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
  // BIP-137: 39 is the first header byte of P2WPKH.
  return Uint8Array.of(39 + recovery, ...compact)
}
