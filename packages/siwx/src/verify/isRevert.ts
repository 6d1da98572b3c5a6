import { getRpcCode, readProperty } from '@portico/protocol'

const revertCodes = [3, -32015]
const revertWords =
  /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump|EVM error|VM (?:execution error|exception)/i

/**
 * Returns whether a failed `eth_call` means that the node executed the code and it reverted, rather than that the node
 * did not answer. Nodes use different error messages and codes; only code 3 of geth is common.
 */
export function isRevert(error: unknown): boolean {
  if (revertCodes.includes(getRpcCode(error) ?? 0)) return true
  // Clients such as viem put the whole request into the message, followed by the node's message.
  const message = readProperty(error, 'message')
  const text = typeof message === 'string' ? message : ''
  return revertWords.test(text.slice(0, 500)) || revertWords.test(text.slice(-1000))
}
