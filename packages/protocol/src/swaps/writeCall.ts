import type { AbiValue } from './abi/AbiType.ts'
import { encodeAbi } from './abi/encodeAbi.ts'
import { parseAbiType } from './abi/parseAbiType.ts'
import { type SwapFunction, swapAbis } from './swapAbis.ts'

/** Writes the calldata of a function in `swapAbis`. The arguments are trusted: their ranges are not checked. */
export function writeCall(name: SwapFunction, args: readonly AbiValue[]): `0x${string}` {
  for (const [selector, [own, types]] of Object.entries(swapAbis))
    if (own === name) return `${selector as `0x${string}`}${encodeAbi(parseAbiType(types), args)}`
  throw new TypeError(`${name} is not a known function.`)
}
