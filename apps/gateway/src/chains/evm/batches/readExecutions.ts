import { type Hex, parseAbiParameters } from 'viem'
import { decodeAbiParameters, size, slice } from 'viem/utils'

/** The calls of an account's `execute` (ERC-7579). */
export const executions = parseAbiParameters('(address target, uint256 value, bytes callData)[]')
/** Words of a call in the list, without its data: an offset, target, value, another offset, and the length of the data. */
const callWords = 5

/**
 * Decodes a list of calls. Offsets may point anywhere, so that a few kilobytes can mean any number of calls, each of which takes up as much
 * memory as all bytes together: lists that are too long, or have fewer bytes than their calls, are refused.
 *
 * @returns undefined for a refused list.
 * @throws {BaseError} of viem, if it cannot be decoded.
 * @see https://eips.ethereum.org/EIPS/eip-7579
 */
export function readExecutions({ content, maxCalls }: { content: Hex; maxCalls: number }) {
  if (BigInt(slice(content, 0, 32)) !== 32n || BigInt(slice(content, 32, 64)) > maxCalls) return undefined
  const [calls] = decodeAbiParameters(executions, content)
  const bytes = calls.reduce((sum, { callData }) => sum + callWords * 32 + size(callData), 64)
  return bytes > size(content) ? undefined : calls
}
