import { base58 } from '@scure/base'
import { readWire } from '../provider/readWire.ts'
import { toPublicKey } from '../provider/toPublicKey.ts'
import type { AdapterTransaction } from './WalletAdapter.ts'

/** The bytes of a signature. */
const signatureLength = 64

/**
 * Creates an object for the bytes of a transaction with the members that wallets use of `VersionedTransaction`, or of
 * `Transaction` for wallets that take legacy transactions only. Used where the application passed no object.
 *
 * @param takesVersions whether the wallet takes versioned transactions
 */
export function toAdapterTransaction(bytes: Uint8Array, takesVersions: boolean): AdapterTransaction {
  const { signatures = [], signers = [] } = readWire(bytes) ?? {}
  // The count of the signatures takes one byte: a transaction has no room for 128.
  const message = bytes.slice(1 + signatures.length * signatureLength)
  const version = (message[0] as number) < 0x80 ? 'legacy' : 0
  const keys = signers.map((key) => toPublicKey(base58.encode(key)))

  function serialize(): Uint8Array {
    const written = Uint8Array.from(bytes)
    for (const [index, signature] of signatures.entries()) written.set(signature, 1 + index * signatureLength)
    return written
  }
  function addSignature(publicKey: { toBase58(): string }, signature: Uint8Array): void {
    const index = keys.findIndex((key) => key.equals(publicKey))
    if (index < 0) throw new Error('The transaction is not for this account.')
    signatures[index] = signature
  }

  if (!takesVersions) {
    return {
      ...{ serialize, addSignature, serializeMessage: () => message, feePayer: keys[0] },
      get signatures() {
        return keys.map((publicKey, index) => ({ publicKey, signature: signatures[index] }))
      },
    } as AdapterTransaction
  }
  return {
    ...{ version, signatures, serialize, addSignature },
    message: { version, serialize: () => message, staticAccountKeys: keys },
  } as AdapterTransaction
}
