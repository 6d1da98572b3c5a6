import type { Hex } from 'viem'
import { selectorOf } from './selectorOf.ts'

/** A function's name and the types of its parameters, as they are hashed: `uint256`, not `uint`. */
const signature = /^[a-zA-Z_$][\w$]{0,63}\((?:[a-z0-9[\],()]{0,200})\)$/
const alias = /\b(?:uint|int|fixed|ufixed|byte)\b/

/**
 * Returns the selector of a function, which is given as such or as a signature: `post(string)`; undefined for anything else.
 *
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html#function-selector
 */
export function readSelector(text: string): Hex | undefined {
  if (/^0x[0-9a-fA-F]{8}$/.test(text)) return text.toLowerCase() as Hex
  if (!signature.test(text) || alias.test(text)) return undefined
  return selectorOf(text)
}
