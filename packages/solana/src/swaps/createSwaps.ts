import type { NamespaceSwaps } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Commitment } from '../Commitment.ts'
import { createNode } from '../node/createNode.ts'
import { sendWithWallet } from '../node/sendWithWallet.ts'
import { prepareSwap } from './prepareSwap.ts'

/** Creates the part of the namespace that swaps. Loaded on first use. */
export function createSwaps({ commitment }: { commitment: Commitment }): NamespaceSwaps {
  return {
    prepare: (parameters) => prepareSwap({ ...parameters, commitment }),
    async perform({ provider, plan: { order, request, refusal }, network, urls, customUrls }) {
      if (refusal)
        throw new RpcError({
          rpcCode: rpcErrorCodes.invalidParams,
          message: `The swap cannot be made: ${refusal}.`,
        })
      const endpoint = { network, urls, customUrls, commitment }
      // The blockhash that a maker has signed is not newer than this one.
      const { blockhash, lastValidBlockHeight } = await createNode(endpoint).getBlockhash()
      const written = request as Uint8Array | ((blockhash: string) => Uint8Array)
      const wire = typeof written === 'function' ? written(blockhash) : written
      const sending = { provider, from: order.account, wire, lastValidBlockHeight }
      return { sent: await sendWithWallet({ ...endpoint, ...sending }) }
    },
    takeBack: () => Promise.reject(new TypeError('The plan allows nothing.')),
  }
}
