import type { Connected } from '../../connection.ts'
import type { Kit } from '../../kit.ts'
import { getConnected } from '../../selectors.ts'
import type { SwapPlan, SwapStepResult } from '../NamespaceSwaps.ts'
import { TransferChangedError } from '../TransferChangedError.ts'
import { loadSwaps } from './loadSwaps.ts'
import type { SwapRequestStep } from './swapRun.ts'

/**
 * Has the wallet sign one step of a plan.
 *
 * @throws TransferChangedError if the wallet is on another account or network than the plan · {RpcError} with the wallet's code
 */
export async function performStep(
  kit: Kit,
  {
    networkId,
    plan,
    step,
    signature,
  }: {
    networkId: Connected['networkId']
    plan: SwapPlan
    step: SwapRequestStep
    signature?: string | undefined
  },
): Promise<SwapStepResult> {
  const { swaps, ...parameters } = await loadSwaps(kit, networkId)
  const connected = getConnected(kit.store.getState(), parameters.network.chainNamespace)
  if (connected?.networkId !== networkId || connected.address !== plan.order.account)
    throw new TransferChangedError()
  if (step === 'take-back') return { sent: await swaps.takeBack({ ...parameters, plan }) }
  return await swaps.perform({ ...parameters, plan, step, signature })
}
