import type { Endpoint, SentTransaction } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base58 } from '@scure/base'
import type { Commitment } from '../Commitment.ts'
import { broadcast } from '../provider/broadcast.ts'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { createNode } from './createNode.ts'

/** A blockhash is valid for so many blocks. */
const lifetime = 150

/**
 * Has the wallet sign and send a transaction, or sends it through the endpoint if the wallet cannot. Never sends twice: if it is
 * unknown whether the transaction reached the network, it is returned as sent, so that it is looked for until it expires.
 *
 * @throws {RpcError} 4100 if the wallet has another account; otherwise with the wallet's or the node's code
 */
export async function sendWithWallet({
  provider,
  from,
  wire,
  lastValidBlockHeight,
  commitment,
  ...endpoint
}: Endpoint & {
  provider: unknown
  from: string
  wire: Uint8Array
  lastValidBlockHeight: number
  commitment: Commitment
}): Promise<SentTransaction> {
  const wallet = provider as SolanaProvider
  if (wallet.publicKey?.toBase58() !== from)
    throw new RpcError({
      rpcCode: rpcErrorCodes.unauthorized,
      message: 'The transaction is of an account that is not connected.',
    })
  const hash = await wallet.sendTransaction(wire, {
    async sendRawTransaction(signed, options = {}) {
      try {
        return await broadcast({ ...endpoint, wire: signed, options })
      } catch (error) {
        const isAnswered = error instanceof RpcError && error.rpcCode !== rpcErrorCodes.internalError
        if (isAnswered) throw error
        return base58.encode(signed.subarray(1, 65))
      }
    },
  })
  // Some wallets replace the blockhash. It cannot be newer than now.
  const newest = await createNode({ ...endpoint, commitment })
    .getBlockhash()
    .catch(() => undefined)
  const expiry = Math.max(
    lastValidBlockHeight,
    newest?.lastValidBlockHeight ?? lastValidBlockHeight + lifetime,
  )
  return { hash, from, expiry: `${expiry}` }
}
