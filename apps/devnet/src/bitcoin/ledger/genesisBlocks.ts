import { hex } from '@scure/base'
import type { BitcoinChainName } from '../chain/addressParams.ts'

/** Version, empty previous hash, and the merkle root of the only transaction. */
const start =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a'
/** The coinbase transaction, which is the same on every Bitcoin chain. */
const transactions =
  '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000'
const block = (timeBitsNonce: string): Uint8Array => hex.decode(start + timeBitsNonce + transactions)

/** Genesis block of each chain; all signets share one (BIP-325). */
export const genesisBlocks: Readonly<Record<BitcoinChainName, Uint8Array>> = {
  regtest: block('dae5494dffff7f2002000000'),
  signet: block('008f4d5fae77031e8ad22203'),
}
