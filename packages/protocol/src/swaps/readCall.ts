import type { AbiValue } from './abi/AbiType.ts'
import { decodeAbi } from './abi/decodeAbi.ts'
import { parseAbiType } from './abi/parseAbiType.ts'
import { type SwapFunction, swapAbis } from './swapAbis.ts'

/** Longer calldata, in characters, is not read. */
const maxLength = 2 * 64 * 1024

/** Reads calldata of a function in `swapAbis`. Undefined if it is another one, or not the canonical encoding. */
export function readCall(data: string): { name: SwapFunction; args: readonly AbiValue[] } | undefined {
  if (data.length > maxLength || !/^0x([0-9a-f]{2})*$/i.test(data)) return undefined
  const hex = data.toLowerCase()
  const selector = hex.slice(0, 10)
  if (!Object.hasOwn(swapAbis, selector)) return undefined
  const [name, types] = swapAbis[selector as keyof typeof swapAbis]
  const args = decodeAbi(parseAbiType(types), hex.slice(10))
  return args === undefined ? undefined : { name, args: args as readonly AbiValue[] }
}
