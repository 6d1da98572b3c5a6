import { base58 } from '@scure/base'
import type { SolanaPublicKey } from './SolanaProvider.ts'

/** Creates the public key object of an address. */
export function toPublicKey(address: string): SolanaPublicKey {
  return Object.freeze({
    toBase58: () => address,
    toString: () => address,
    toJSON: () => address,
    toBytes: () => base58.decode(address),
    toBuffer: () => toBuffer(base58.decode(address)),
    encode: () => toBuffer(base58.decode(address).reverse()),
    equals: (other: { toBase58(): string }) => other.toBase58() === address,
    [Symbol.toStringTag]: `PublicKey(${address})`,
  })
}

/** `@solana/web3.js` and its like bring the class with them, and take plain bytes too. */
function toBuffer(bytes: Uint8Array): Uint8Array {
  const { Buffer } = globalThis as { Buffer?: { from(bytes: Uint8Array): Uint8Array } }
  return Buffer?.from(bytes) ?? bytes
}
