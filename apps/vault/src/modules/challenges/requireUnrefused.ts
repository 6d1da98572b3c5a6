import { Problem } from '../../problems/Problem.ts'
import type { Challenge } from './store.ts'

/**
 * Requires that the page behind the link has not ended the challenge.
 *
 * @throws {Problem} `device-refused`, or `digits-burnt` after wrong digits.
 */
export function requireUnrefused({ step }: Challenge): void {
  if (step === 'refused') throw new Problem('device-refused')
  if (step === 'burnt') throw new Problem('digits-burnt')
}
