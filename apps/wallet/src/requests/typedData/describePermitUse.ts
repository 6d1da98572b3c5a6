import type { TypedValue } from '../hashTypedData.ts'
import { describeExpiry } from './describeExpiry.ts'

/** Describes how a signature that gives or revokes permissions can be used: the time is that of the signature alone. */
export function describePermitUse(
  time: TypedValue | undefined,
  { now, isRevoked, count = 1 }: { now: number; isRevoked: boolean; count?: number },
): ReturnType<typeof describeExpiry> {
  if (!isRevoked)
    return describeExpiry('signature', time, {
      now,
      how: `by anyone who has it, once, to start the permission${count > 1 ? 's' : ''}`,
    })
  const { facts, warnings } = describeExpiry('signature', time, { now, how: 'by anyone who has it, once' })
  return {
    facts: facts.map((fact) => ({ ...fact, value: `${fact.value}; the revocation itself has no end` })),
    warnings,
  }
}
