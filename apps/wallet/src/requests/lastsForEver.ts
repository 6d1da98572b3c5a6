import { isNever } from './isNever.ts'

/** Whether a permission until a time, in seconds since 1970, never ends. A negative time stands for none. */
export function lastsForEver(until: bigint | undefined): until is undefined {
  return isNever(until) || until < 0n
}
