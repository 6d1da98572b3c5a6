import { ed25519 } from '@noble/curves/ed25519.js'
import { hex } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { readTransaction, type WireTransaction } from '../ledger/readTransaction.ts'
import { localSolana } from '../localSolana.ts'

const keys = new Map<string, Uint8Array>(
  [
    ...localSolana.accounts.map(({ address, privateKey }) => [address, privateKey] as const),
    ...[...localSolana.tokens, localSolana.collection, localSolana.nft].map(
      ({ mint, mintPrivateKey }) => [mint, mintPrivateKey] as const,
    ),
  ].map(([address, key]) => [address, hex.decode(key.slice(2))]),
)

/** Creates a transaction and signs it with all required keys, which must be accounts of the manifest. */
export function signTransaction({
  payer,
  instructions,
  blockhash,
}: {
  payer: string
  instructions: Instruction[]
  blockhash: string
}): WireTransaction {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (empty) => setTransactionMessageFeePayer(payer as Address, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n },
        paid,
      ),
    (alive) => appendTransactionMessageInstructions(instructions, alive),
  )
  const transaction = compileTransaction(message)
  const signatures = Object.fromEntries(
    Object.keys(transaction.signatures).map((address) => {
      const key = keys.get(address)
      if (!key) throw new Error(`${address} is not in the manifest`)
      return [address, ed25519.sign(new Uint8Array(transaction.messageBytes), key) as SignatureBytes]
    }),
  )
  return readTransaction(new Uint8Array(getTransactionEncoder().encode({ ...transaction, signatures })))
}
