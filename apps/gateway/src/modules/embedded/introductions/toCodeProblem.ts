import { Problem } from '../../../infra/http/Problem.ts'
import type { CodeRefusal } from './checkCode.ts'

/**
 * Returns the problem to answer a refused code with. `expired` is the code of an expired one.
 *
 * Throw it outside the transaction: an error inside would roll back the counted try.
 */
export function toCodeProblem(
  refusal: CodeRefusal,
  expired: 'introduction-expired' | 'address-change-expired',
): Problem {
  if (refusal.problem === 'code-expired') return new Problem(expired)
  if (refusal.problem !== 'code-wrong') return new Problem(refusal.problem)
  const { triesLeft } = refusal
  return triesLeft === 0 ? new Problem('code-burnt') : new Problem('code-wrong', { extra: { triesLeft } })
}
