import { formatUnits } from 'viem/utils'
import { toUnits } from './toUnits.ts'

/** Returns the sum of two decimal texts, exactly. */
export function addDecimals(one: string, other: string): string {
  return formatUnits(toUnits(one) + toUnits(other), 36)
}
