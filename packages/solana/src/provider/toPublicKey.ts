import { base58 } from '@scure/base'
import type { SolanaPublicKey } from './SolanaProvider.ts'

/** A public key for applications, of an address. */
export function toPublicKey(address: string): SolanaPublicKey {
  return Object.freeze({
    toBase58: () => address,
    toString: () => address,
    toJSON: () => address,
    toBytes: () => base58.decode(address),
    equals: (other: { toBase58(): string }) => other.toBase58() === address,
  })
}
