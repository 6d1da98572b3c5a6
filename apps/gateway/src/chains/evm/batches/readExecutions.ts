import { type Hex, parseAbiParameters } from 'viem'
import { decodeAbiParameters } from 'viem/utils'
import { hasOwnBytes } from '../../shared/abi/hasOwnBytes.ts'

/** The calls of an account's `execute` (ERC-7579). */
export const executions = parseAbiParameters('(address target, uint256 value, bytes callData)[]')

/**
 * Decodes a list of calls.
 *
 * @returns undefined if there are too many, or if they share their bytes.
 * @throws {BaseError} of viem, if it cannot be decoded.
 * @see https://eips.ethereum.org/EIPS/eip-7579
 */
export function readExecutions({ content, maxCalls }: { content: Hex; maxCalls: number }) {
  const isPlain = hasOwnBytes(content, {
    maxItems: maxCalls,
    // The third of an item's words is the offset of the data.
    bytesAt: (item, wordAt) => item + wordAt(item + 64),
  })
  return isPlain ? decodeAbiParameters(executions, content)[0] : undefined
}
