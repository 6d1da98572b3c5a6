import type { BitcoinChainName } from './chain/addressParams.ts'

// Plain values, as in the manifest they are part of.

/** A key of the well-known test mnemonic with its address on a local chain. */
export interface LocalBitcoinKey {
  path: string
  address: string
  /** Compressed, hex. */
  publicKey: string
  /** Before any taproot tweak. */
  privateKey: `0x${string}`
}

/** An account of the well-known test mnemonic. Its keys are public. */
export interface LocalBitcoinAccount {
  role: 'visitor' | 'counterparty' | 'miner'
  index: number
  /** p2wpkh, BIP-84. */
  payment: LocalBitcoinKey
  /** p2tr, BIP-86. */
  ordinals: LocalBitcoinKey
}

/** A local network of Bitcoin as it is after seeding. */
export interface LocalBitcoin {
  /** CAIP-2. */
  caip2: string
  genesisHash: string
  /** Its name in Bitcoin Core. */
  chain: BitcoinChainName
  name: string
  /** The journal of the local ledger in the data folder. */
  file: string
  portVariable: string
  /** JSON-RPC of the node. */
  defaultPort: number
  esploraPortVariable: string
  /** The Esplora-shaped HTTP API. */
  defaultEsploraPort: number
  coin: { symbol: string; name: string; decimals: number }
  /** The visitor is first. Blocks are mined to the last, which also pays the others. */
  accounts: [LocalBitcoinAccount, LocalBitcoinAccount, LocalBitcoinAccount]
}

/** The local Bitcoin: regtest. */
export const localBitcoin: LocalBitcoin = {
  caip2: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  chain: 'regtest',
  name: 'Local Bitcoin',
  file: 'bitcoin.jsonl',
  portVariable: 'BITCOIN_PORT',
  defaultPort: 18443,
  esploraPortVariable: 'ESPLORA_PORT',
  defaultEsploraPort: 4406,
  coin: { symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
  accounts: [
    {
      role: 'visitor',
      index: 0,
      payment: {
        path: "m/84'/1'/0'/0/0",
        address: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
        publicKey: '03f3d474c86c9be5b82e251cc3cc438d3cc361527b4b9799516c4bd513caf9e5f6',
        privateKey: '0xb5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
      },
      ordinals: {
        path: "m/86'/1'/0'/0/0",
        address: 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv',
        publicKey: '028c7fc6552af4384a13791e63bac79ff2bcfeedf143a88d6dc4b6080a8829cdc1',
        privateKey: '0x893af8e39dab62e987360f7e2f2556100075b04ee4e6b22a0e1e11e1569de6d1',
      },
    },
    {
      role: 'counterparty',
      index: 1,
      payment: {
        path: "m/84'/1'/1'/0/0",
        address: 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3',
        publicKey: '027a55702251cc137d0c1614fa5585b168fb0172e9c9c6fa46c381140d54335ddf',
        privateKey: '0xea19e884d0c3145da71f4e54141970208ff0bdd173e2001496a23798848343b0',
      },
      ordinals: {
        path: "m/86'/1'/1'/0/0",
        address: 'bcrt1ps033a9wkghkslwe88lxqw3lv4j7afac9jcmjqteguuk0q7eat4fsp4cyrt',
        publicKey: '03e8426a32447ee3462f75e8233fd46bf9453904c2e374591bec14e64c7f3a2b23',
        privateKey: '0x25f0cb83a3765b6d556e0c8c508c9776cdff7ad03110d4df655211e2a5093d9b',
      },
    },
    {
      role: 'miner',
      index: 8,
      payment: {
        path: "m/84'/1'/8'/0/0",
        address: 'bcrt1qawm5xwv44af9x6mgt9vjxk9ug3cw4mrrw0vc5a',
        publicKey: '0342d17b496e2a8f83435a3de96212415a067ae287f2ae7eaaf8a9234e43b8bd9e',
        privateKey: '0xe808b0586825d3d0a2fa661184fa02de400fccea013d5e63180a20eac7eb773c',
      },
      ordinals: {
        path: "m/86'/1'/8'/0/0",
        address: 'bcrt1pcjnr284g3h9quqtaxnyv7h0u4ffz9vxzkgyzh92gjzcnegs5c6vs07zzf7',
        publicKey: '039e791080458999a92968c10b979bbfa8a1f86ba9d52c89802c9bae134c9e118c',
        privateKey: '0xff5d368edc5e87ebba221851352fafbe044e8d7ececb79700d95cfd30eab6ad1',
      },
    },
  ],
}
