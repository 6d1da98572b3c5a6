import type { Kit } from '../../kit.ts'
import { followStep } from './followStep.ts'
import { performStep } from './performStep.ts'
import { startRun } from './startRun.ts'
import { toStage } from './toStage.ts'

/** Has the wallet take back the allowance of a swap that was not made. Progress is in `state.money.swap`. Never rejects. */
export async function takeBackAllowance(kit: Kit): Promise<void> {
  const run = kit.store.getState().money?.swap
  if (!run?.isAllowed || ['checking', 'waiting', 'sent'].includes(run.stage.name)) return
  const { networkId } = run.wish.subject
  const step = 'take-back'
  const set = startRun(kit, { ...run, stage: { name: 'waiting', step } })
  try {
    const result = await performStep(kit, { networkId, plan: run.plan, step })
    if (!('sent' in result)) return
    const { sent } = result
    set({ stage: { name: 'sent', step, hash: sent.hash } })
    const outcome = await followStep(kit, { networkId, step, sent, plan: run.plan })
    if (outcome === 'confirmed') set({ stage: { name: 'taken-back', hash: sent.hash }, isAllowed: false })
    else set({ stage: outcome })
  } catch (error) {
    set({ stage: toStage(kit, step, error) })
  }
}
