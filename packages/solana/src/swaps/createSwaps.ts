import type { NamespaceSwaps } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Commitment } from '../Commitment.ts'
import { compileMessage } from '../messages/compileMessage.ts'
import { toUnsignedTransaction } from '../messages/toUnsignedTransaction.ts'
import { createNode } from '../node/createNode.ts'
import { sendWithWallet } from '../node/sendWithWallet.ts'
import { prepareMakerSwap } from './prepareMakerSwap.ts'
import { prepareProposedSwap } from './prepareProposedSwap.ts'
import { refuseSwap } from './refuseSwap.ts'
import type { SwapRequest } from './SwapRequest.ts'

/** Creates the part of the namespace that swaps. Loaded on first use. */
export function createSwaps({ commitment }: { commitment: Commitment }): NamespaceSwaps {
  return {
    async prepare({ order, fetchTransaction, network, urls, customUrls }) {
      const node = createNode({ network, urls, customUrls, commitment })
      const { route } = order.quote
      if (!route) return prepareProposedSwap({ node, order, fetchTransaction })
      if (route.kind !== 'maker') return refuseSwap(order, 'unverified')
      return prepareMakerSwap({ node, order, fetchTransaction, maker: route.maker })
    },
    async perform({ provider, plan, network, urls, customUrls }) {
      const { order, refusal } = plan
      if (refusal)
        throw new RpcError({
          rpcCode: rpcErrorCodes.invalidParams,
          message: `The swap cannot be made: ${refusal}.`,
        })
      const endpoint = { network, urls, customUrls, commitment }
      const { account: from } = order
      const request = plan.request as SwapRequest
      const { blockhash, lastValidBlockHeight } = await createNode(endpoint).getBlockhash()
      const wire =
        'wire' in request
          ? request.wire
          : toUnsignedTransaction(compileMessage({ payer: from, ...request, blockhash }))
      // The blockhash of a transaction that the maker has signed is not newer than this one.
      return { sent: await sendWithWallet({ ...endpoint, provider, from, wire, lastValidBlockHeight }) }
    },
    takeBack: () => Promise.reject(new TypeError('The plan allows nothing.')),
  }
}
