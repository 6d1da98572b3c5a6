import type { ChosenLimits } from '../approve/Limits.ts'
import { askDecision } from './askDecision.ts'

/**
 * Shows a description and resolves when the visitor approves, with the limits that were chosen if the description has any.
 *
 * @throws {RpcError} 4001 when the visitor rejects; the rejection is counted
 */
export async function decide(question: Parameters<typeof askDecision>[0]): Promise<ChosenLimits | undefined> {
  const decision = await askDecision(question)
  return typeof decision === 'object' ? decision.approved : undefined
}
