/*
 * Derives the keys of Bitcoin accounts from a BIP-39 seed: BIP-84 (m/84'/coin'/i'/0/0, p2wpkh) for payments and BIP-86
 * (m/86'/coin'/i'/0/0, p2tr) for ordinals. The coin type is 0 on mainnet and 1 elsewhere.
 */
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { addressParams, type BitcoinChain } from './bitcoinChain.ts'

/** A Bitcoin wallet's keys: those of a mnemonic. */
export type BitcoinKeysOption = {
  mnemonic: string /** The number of accounts. Default: 2. */
  count?: number | undefined
}

/** An address with its key. */
export type BitcoinKey = {
  readonly purpose: 'payment' | 'ordinals'
  /** The index of its account in the wallet. */
  readonly account: number
  readonly address: string
  /** Compressed. */
  readonly publicKey: Uint8Array
  readonly script: Uint8Array
  readonly privateKey: Uint8Array
}

const testMnemonic = 'test test test test test test test test test test test junk'
// Accounts 0 and 1 with coin type 1. They are constants, because deriving them takes 0.2 s at page load.
const testKeys = [
  [
    'b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
    '893af8e39dab62e987360f7e2f2556100075b04ee4e6b22a0e1e11e1569de6d1',
  ],
  [
    'ea19e884d0c3145da71f4e54141970208ff0bdd173e2001496a23798848343b0',
    '25f0cb83a3765b6d556e0c8c508c9776cdff7ad03110d4df655211e2a5093d9b',
  ],
].map((pair) =>
  pair.map((hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))),
)

/**
 * Returns the payment and ordinals keys of each account on a chain. Errors never contain a key.
 *
 * @throws {Error} without accounts or for an invalid mnemonic.
 */
export function toBitcoinKeys({
  option = { mnemonic: testMnemonic },
  chain,
}: {
  option?: BitcoinKeysOption | undefined
  chain: BitcoinChain
}): readonly BitcoinKey[] {
  const { mnemonic, count = 2 } = option
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Error('A test wallet needs at least one account: `count` must be 1 or more.')
  const isPrecomputed = mnemonic === testMnemonic && count <= testKeys.length && chain !== 'bitcoin:mainnet'
  const pairs = isPrecomputed
    ? testKeys.slice(0, count)
    : derive({ mnemonic, count, coin: chain === 'bitcoin:mainnet' ? 0 : 1 })
  const params = addressParams(chain)
  return pairs.flatMap((pair, account) =>
    (['payment', 'ordinals'] as const).map((purpose, index) => {
      const privateKey = pair[index] as Uint8Array
      const publicKey = pubECDSA(privateKey)
      const { address, script } =
        purpose === 'payment' ? p2wpkh(publicKey, params) : p2tr(publicKey.subarray(1), undefined, params)
      return { purpose, account, address: address as string, script, publicKey, privateKey }
    }),
  )
}

function derive({ mnemonic, count, coin }: { mnemonic: string; count: number; coin: 0 | 1 }): Uint8Array[][] {
  let root: HDKey
  try {
    root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
  } catch {
    // The original error is dropped, because it may contain the mnemonic.
    throw new Error('`accounts.mnemonic` is not a BIP-39 mnemonic of 12 to 24 words.')
  }
  return Array.from({ length: count }, (_, account) =>
    [84, 86].map((purpose) => root.derive(`m/${purpose}'/${coin}'/${account}'/0/0`).privateKey as Uint8Array),
  )
}
