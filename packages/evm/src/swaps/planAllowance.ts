import type { RpcClient, SwapOrder, SwapStep } from '@portico/core'
import { type WrittenCall, writeApproval } from '@portico/protocol/swaps'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { hasAtomicCalls } from './hasAtomicCalls.ts'
import { permitTypedData } from './permitTypedData.ts'
import { readAllowance } from './readAllowance.ts'
import { readPermitDomain } from './readPermitDomain.ts'
import type { SwapRequest } from './SwapRequest.ts'
import type { WrittenSwap } from './writeSwap.ts'

/** What has to be signed so that the spender may take the token, and the swap itself. */
export interface Allowance extends Pick<SwapRequest, 'reset' | 'approve' | 'permit'> {
  steps: readonly SwapStep[]
  isAtomic: boolean
}

/**
 * Decides how the spender is allowed to take exactly the amount, with the fewest signatures: not at all if it already may; in one request
 * with the swap; with a permit; with a transaction of its own, after another one for tokens that refuse to change an allowance.
 */
export async function planAllowance({
  client,
  chainId,
  provider,
  order: { account, amount, from },
  swap,
  withoutPermit = false,
}: {
  client: RpcClient
  chainId: number
  provider: Provider
  order: SwapOrder
  swap: WrittenSwap
  withoutPermit?: boolean | undefined
}): Promise<Allowance> {
  const { spender } = swap.terms
  const { token } = from
  if (spender === undefined || token === undefined) return { steps: ['swap'], isAtomic: false }
  const pools = withoutPermit || swap.pools?.router.kind !== 'router02' ? undefined : swap.pools
  const [allowed, isAtomic, domain] = await Promise.all([
    readAllowance(client, { token, owner: account, spender }),
    hasAtomicCalls({ provider, chainId, account }),
    pools && readPermitDomain({ client, chainId, token, owner: account }),
  ])
  if (allowed >= amount) return { steps: ['swap'], isAtomic: false }

  const toCall = (value: bigint) => writeApproval({ token, spender, amount: value })
  const approve = toCall(amount)
  const reset = allowed > 0n && !(await succeeds(client, account, approve)) ? toCall(0n) : undefined
  if (isAtomic) return { steps: ['swap'], isAtomic, reset, approve }
  if (domain && pools) {
    const { deadline } = pools
    const message = permitTypedData({ chainId, token, owner: account, spender, amount, deadline, domain })
    // The rehearsal has no signature, so it uses a transaction in its place.
    return { steps: ['permit', 'swap'], isAtomic, reset, approve, permit: { message, swap: pools } }
  }
  return { steps: [...(reset ? (['reset'] as const) : []), 'approve', 'swap'], isAtomic, reset, approve }
}

/** Whether the network would execute a call now. Some tokens refuse to change an allowance that is not zero. */
async function succeeds(client: RpcClient, from: string, { to, data }: WrittenCall): Promise<boolean> {
  const params = [{ from, to, data }, 'latest']
  return client.request({ method: 'eth_call', params }).then(
    () => true,
    () => false,
  )
}
