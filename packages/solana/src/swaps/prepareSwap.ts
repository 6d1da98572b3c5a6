import type { Endpoint, NamespaceSwaps, SwapOrder, SwapPlan, SwapRefusal } from '@portico/core'
import { base64 } from '@scure/base'
import type { Commitment } from '../Commitment.ts'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import { createNode, type SolanaNode } from '../node/createNode.ts'
import { readTokenAccount } from '../node/readTokenAccount.ts'
import { readMakerSwap } from './readMakerSwap.ts'
import { readMints } from './readMints.ts'
import type { SwapMints } from './SwapMints.ts'

/** What a transaction with two signatures costs, in lamports, if the node cannot say. */
const usualFee = 10_000n

type PrepareSwapParameters = Endpoint & {
  order: SwapOrder
  fetchTransaction: Parameters<NamespaceSwaps['prepare']>[0]['fetchTransaction']
  commitment: Commitment
}

/** Fetches the provider's transaction, proves that it is the swap that was ordered, and rehearses it. */
export async function prepareSwap({
  order,
  fetchTransaction,
  commitment,
  ...endpoint
}: PrepareSwapParameters): Promise<SwapPlan> {
  const refuse = (refusal: SwapRefusal): SwapPlan => ({
    ...{ order, steps: [], isAtomic: false, fee: 0n, notes: [], refusal, request: undefined },
  })
  const { route, provider } = order.quote
  const maker = route?.kind === 'maker' ? route.maker : undefined
  if (maker === undefined && (route || provider !== 'jupiter')) return refuse('unverified')
  const node = createNode({ ...endpoint, commitment })
  const [mints, { tx }] = await Promise.all([readMints(node, order), fetchTransaction()])
  const data = decode(tx.data)
  if (!mints || !data) return refuse('unverified')
  if (maker === undefined) {
    const { prepareJupiterSwap } = await import('./jupiter/prepareJupiterSwap.ts')
    return prepareJupiterSwap({ order, mints, data, node, networkId: endpoint.network.caipNetworkId, refuse })
  }
  const swap = await readMakerSwap({ wire: data, order, mints, maker })
  const own = await readOwnAccount(node, order, mints)
  if (!swap || !own) return refuse('unverified')

  const [[account], networkFee, rehearsal] = await Promise.all([
    node.getOwners([order.account]),
    node.getFee(swap.message).catch(() => usualFee),
    // The bytes prove the swap. Not every node simulates.
    node.simulate(data, { isOtherSigned: true }).catch(() => undefined),
  ])
  const fee = networkFee + (swap.opensAccount ? own.rent : 0n)
  const spent = order.from.token === undefined ? order.amount : 0n
  const isPaid = (account?.lamports ?? 0n) >= spent + fee
  return {
    ...{ order, steps: ['swap'], isAtomic: false, fee, notes: [], request: data },
    receives: rehearsal?.isSuccess ? swap.receives : undefined,
    refusal: isPaid ? (rehearsal?.isSuccess === false ? 'fails' : undefined) : 'no-fee',
  }
}

/**
 * Reads the token account that gets what is bought. Returns undefined if it does not belong to the account any more.
 *
 * @returns what opening it costs, in lamports
 */
async function readOwnAccount(
  node: SolanaNode,
  { account: owner, to }: SwapOrder,
  mints: SwapMints,
): Promise<{ rent: bigint } | undefined> {
  if (to.token === undefined || !mints.to) return { rent: 0n }
  const { program, accountBytes } = mints.to
  const address = await tokenAccountAddress({ owner, mint: to.token, program })
  const [opened] = await node.getAccounts([address])
  if (!opened || opened.data.length === 0) return { rent: await node.getRent(accountBytes) }
  return readTokenAccount(opened)?.owner === owner ? { rent: 0n } : undefined
}

function decode(data: string): Uint8Array | undefined {
  try {
    return base64.decode(data)
  } catch {
    // A character outside the alphabet.
    return undefined
  }
}
