import { askDecision } from './askDecision.ts'

/**
 * Shows a description and resolves when the visitor approves, with the number of the way to pay that was chosen, from 0.
 *
 * @throws {RpcError} 4001 when the visitor rejects; the rejection is counted
 */
export async function choosePayment(question: Parameters<typeof askDecision>[0]): Promise<number> {
  const decision = await askDecision(question)
  if (decision === 'approved-1') return 1
  return decision === 'approved-2' ? 2 : 0
}
