import { parseUnits } from 'viem/utils'

/** The longest fraction that `readDecimal` accepts. */
const places = 36

/** Returns a decimal text of `readDecimal` as a whole number of 10^-36, for exact arithmetic. `formatUnits(…, 36)` undoes it. */
export function toUnits(text: string): bigint {
  return parseUnits(text, places)
}
