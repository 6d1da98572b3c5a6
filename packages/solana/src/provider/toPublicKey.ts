import { base58 } from '@scure/base'
import type { SolanaPublicKey } from './SolanaProvider.ts'

/** Creates the public key object of an address. */
export function toPublicKey(address: string): SolanaPublicKey {
  return Object.freeze({
    toBase58: () => address,
    toString: () => address,
    toJSON: () => address,
    toBytes: () => base58.decode(address),
    equals: (other: { toBase58(): string }) => other.toBase58() === address,
  })
}
