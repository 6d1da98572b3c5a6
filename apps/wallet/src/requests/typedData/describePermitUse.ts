import type { TypedValue } from '../hashTypedData.ts'
import { describeExpiry } from './describeExpiry.ts'

/** Describes how a signature that gives or revokes permissions can be used: the time is that of the signature alone. */
export function describePermitUse(
  time: TypedValue | undefined,
  {
    now,
    isRevoked,
    isDoubted = false,
    count = 1,
  }: { now: number; isRevoked: boolean; isDoubted?: boolean; count?: number },
): ReturnType<typeof describeExpiry> {
  const use = isRevoked ? 'revocation' : count > 1 ? 'startPermissions' : 'startPermission'
  return describeExpiry(use, time, { now, isDoubted })
}
