import type { NamespaceSwaps, SwapPlan, SwapRefusal } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { createClient } from '../assets/createClient.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { readQuantity } from '../transfers/readQuantity.ts'
import { isSameDecimals } from './isSameDecimals.ts'
import { planAllowance } from './planAllowance.ts'
import { readSwapFee } from './readSwapFee.ts'
import { rehearseSwap } from './rehearseSwap.ts'
import type { SwapRequest } from './SwapRequest.ts'
import { writeSwap } from './writeSwap.ts'

/** How long the network accepts a swap, in seconds after the last block. */
const validSeconds = 600n

/** Decides what has to be signed for a swap, and rehearses it. See `NamespaceSwaps`. */
export const prepareSwap: NamespaceSwaps['prepare'] = async ({
  provider,
  order,
  fetchTransaction,
  routers,
  withoutPermit,
  ...endpoint
}) => {
  const client = createClient(endpoint)
  const { caipNetworkId: chainId } = endpoint.network
  const refused = (refusal: SwapRefusal): SwapPlan => ({
    ...{ order, steps: [], isAtomic: false, fee: 0n, notes: [], refusal, request: undefined },
  })

  const block = await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  const deadline = readQuantity(readProperty(block, 'timestamp')) + validSeconds
  const swap = await writeSwap({ chainId, order, routers, deadline, fetchTransaction })
  if (!swap || order.minimum <= 0n) return refused('unverified')
  const assets = [order.from, order.to]
  const isKnown = await Promise.all(assets.map((asset) => isSameDecimals(client, asset)))
  if (isKnown.includes(false)) return refused('unverified')

  const { spender } = swap.terms
  const allowance = await planAllowance({
    ...{ client, chainId: Number(endpoint.network.id), provider: provider as Provider },
    ...{ order, swap, withoutPermit },
  })
  const rehearsal = await rehearseSwap({ client, order, swap, allowance })
  const { steps, isAtomic, reset, approve, permit } = allowance
  const transactions = steps.filter((step) => step !== 'permit').length
  const fee = await readSwapFee({ client, order, gas: rehearsal.gas, transactions })
  const request: SwapRequest = { swap: swap.call, reset, approve, permit }
  return {
    ...{ order, steps, isAtomic, spender, request },
    fee: fee.highest,
    receives: rehearsal.receives,
    refusal: rehearsal.refusal ?? (fee.isMissing ? 'no-fee' : undefined),
    notes: rehearsal.notes,
  }
}
