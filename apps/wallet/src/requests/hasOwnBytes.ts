import type { AbiParameter, Hex } from 'viem'

const word = 32

/**
 * Returns whether an ABI encoding is exactly as long as the values in it, which takes as many steps as it has words. Offsets may point
 * anywhere: a list whose offsets all point to one long item is decoded to hundreds of times its size, and keeps the frame busy for
 * seconds. Check what a page has sent before it is decoded.
 *
 * @param content what the parameters are encoded as, without a selector
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html#formal-specification-of-the-encoding
 */
export function hasOwnBytes(parameters: readonly AbiParameter[], content: Hex): boolean {
  /** The bytes that the values found so far do not account for. */
  let left = (content.length - 2) / 2
  walk(parameters, 0)
  return left === 0

  /** Infinity beyond the end, and for a number that no length has. */
  function wordAt(at: number): number {
    const digits = content.slice(2 + 2 * at, 2 + 2 * (at + word))
    const value = digits.length === 2 * word ? Number(`0x${digits}`) : Number.POSITIVE_INFINITY
    return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY
  }

  /** Accounts for the values of a tuple. Offsets count from its start. */
  function walk(members: readonly AbiParameter[], start: number): void {
    let at = start
    for (const member of members) {
      if (left < 0) return
      const size = fixedSize(member)
      left -= size ?? word
      if (size === undefined) walkDynamic(member, start + wordAt(at))
      at += size ?? word
    }
  }

  function walkDynamic(parameter: AbiParameter, at: number): void {
    const item = itemOf(parameter)
    if (!item && isTuple(parameter)) {
      walk(parameter.components, at)
      return
    }
    left -= word
    const length = wordAt(at)
    if (!item) left -= word * Math.ceil(length / word)
    else if (fixedSize(item) !== undefined) left -= length * (fixedSize(item) ?? 0)
    else
      for (let index = 0; index < length && left >= 0; index++) {
        left -= word
        walkDynamic(item, at + word + wordAt(at + word + word * index))
      }
  }
}

/** Returns the bytes that every value of a type has; undefined if they differ. Lists of a fixed length are not supported. */
function fixedSize(parameter: AbiParameter): number | undefined {
  const { type } = parameter
  if (type === 'bytes' || type === 'string' || type.endsWith(']')) return undefined
  if (!isTuple(parameter)) return word
  const sizes = parameter.components.map(fixedSize)
  return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0)
}

/** Returns the type of a list's items; undefined for other types. */
function itemOf(parameter: AbiParameter): AbiParameter | undefined {
  if (!parameter.type.endsWith('[]')) return undefined
  return { ...parameter, type: parameter.type.slice(0, -2) }
}

function isTuple(
  parameter: AbiParameter,
): parameter is AbiParameter & { components: readonly AbiParameter[] } {
  return parameter.type === 'tuple' && 'components' in parameter
}
