import { isUserRejection } from '@portico/protocol'
import { type Kit, track } from '../../kit.ts'
import { isSurelyUnsent } from '../isSurelyUnsent.ts'
import type { SwapPlan, SwapStep } from '../NamespaceSwaps.ts'
import { checkSwap } from './checkSwap.ts'
import { followStep } from './followStep.ts'
import { performStep } from './performStep.ts'
import { startRun } from './startRun.ts'
import type { SwapWish } from './swapQuotesQuery.ts'
import type { SwapRequestStep, SwapStage } from './swapRun.ts'
import { toStage } from './toStage.ts'

/** Stages in which nothing may be asked for: the wallet may still be asked, or may have sent it. */
const busy: readonly SwapStage['name'][] = ['checking', 'waiting', 'sent', 'unknown']

/**
 * Makes a swap: reads the last price, then has the wallet sign each step, and checks the swap again after each allowance. Its
 * progress is in `state.money.swap`. Nothing more is signed once the swap would return less than the visitor has agreed to, and a step is
 * never asked for twice unless the wallet has surely not sent it. Never rejects.
 *
 * @param parameters.plan what the visitor has seen and agreed to
 * @param parameters.signal aborted when the visitor leaves; what the wallet was not asked for yet is then not asked for
 */
export async function runSwap(
  kit: Kit,
  { wish, plan, signal }: { wish: SwapWish; plan: SwapPlan; signal?: AbortSignal | undefined },
): Promise<void> {
  const before = kit.store.getState().money?.swap
  if (before && busy.includes(before.stage.name)) return
  const { networkId } = wish.subject
  const isAllowed = before?.isAllowed === true && before.plan.spender === plan.spender
  const set = startRun(kit, { wish, plan, isAllowed, stage: { name: 'checking' } })
  track(kit, 'INITIATE_SWAP', { network: networkId })

  let agreed = plan
  let withoutPermit = false
  const done = new Set<SwapRequestStep>()
  for (;;) {
    if (!set({ stage: { name: 'checking' } })) return
    const checked = await checkSwap(kit, { wish, agreed, withoutPermit })
    let step: SwapStep = 'swap'
    if (checked.name === 'failed') return end({ name: 'failed', step, reason: checked.reason })
    set({ plan: checked.plan })
    if (checked.name === 'changed') return void set({ stage: { name: 'changed' } })
    if (signal?.aborted) return void set({ stage: { name: 'allowed' } })
    agreed = checked.plan
    step = agreed.steps[0] ?? 'swap'
    // A token that claims to need another allowance after each one.
    if (done.has(step)) return end({ name: 'failed', step, reason: 'fails' })
    done.add(step)
    try {
      let signature: string | undefined
      if (step === 'permit') {
        set({ stage: { name: 'waiting', step } })
        const result = await performStep(kit, { networkId, plan: agreed, step })
        signature = 'signature' in result ? result.signature : undefined
        step = 'swap'
      }
      set({ stage: { name: 'waiting', step } })
      const result = await performStep(kit, { networkId, plan: agreed, step, signature })
      if (!('sent' in result)) return end({ name: 'unknown', step })
      const { sent } = result
      set({ stage: { name: 'sent', step, hash: sent.hash } })
      const outcome = await followStep(kit, { networkId, step, sent, plan: agreed })
      if (outcome !== 'confirmed') return end(outcome)
      if (step === 'swap') {
        set({ stage: { name: 'confirmed', hash: sent.hash }, isAllowed: false })
        return track(kit, 'SWAP_SUCCESS', { network: networkId })
      }
      set({ isAllowed: step === 'approve' })
    } catch (error) {
      // Some wallets sign no messages of this form: allow with a transaction instead.
      if (step === 'permit' && !isUserRejection(error) && isSurelyUnsent(error)) withoutPermit = true
      else return end(toStage(kit, step, error))
    }
  }

  function end(stage: SwapStage): void {
    set({ stage })
    if (stage.name === 'rejected') return
    const isAllowance = 'step' in stage && stage.step !== 'swap'
    track(kit, isAllowance ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR', { network: networkId })
  }
}
