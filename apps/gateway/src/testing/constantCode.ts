import { concatHex, type Hex, size, toHex } from 'viem'

/** What a contract does with every call: returns these bytes, or reverts with them. */
export type ConstantAnswer = { returns: Hex } | { reverts: Hex }

const header = 9
const piece = 13

/**
 * Returns the code of a contract with one answer for all calls, or another one, `short`, for calls with less than
 * `shorterThan` bytes of data.
 */
export function constantCode(
  answer: ConstantAnswer,
  { short = answer, shorterThan = 0 }: { short?: ConstantAnswer; shorterThan?: number } = {},
): Hex {
  const [long, other] = [bytesOf(answer), bytesOf(short)]
  const data = header + 2 * piece + 1
  // calldatasize < shorterThan ? jump to the second piece : go on with the first
  const condition = concatHex(['0x3661', word(shorterThan), '0x1161', word(header + piece), '0x57'])
  return concatHex([
    condition,
    copy(size(long), data, answer),
    '0x5b',
    copy(size(other), data + size(long), short),
    long,
    other,
  ])
}

/** Copies a part of the code to memory and returns it, or reverts with it. */
function copy(length: number, from: number, answer: ConstantAnswer): Hex {
  const end = 'returns' in answer ? '0xf3' : '0xfd'
  return concatHex(['0x61', word(length), '0x8061', word(from), '0x6000396000', end])
}

const bytesOf = (answer: ConstantAnswer) => ('returns' in answer ? answer.returns : answer.reverts)
const word = (value: number) => toHex(value, { size: 2 })
