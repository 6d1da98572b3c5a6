import { getRpcCode, readProperty } from '@portico/protocol'

const revertCodes = [3, -32015]
const revertWords =
  /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump|EVM error|VM (?:execution error|exception)/i

/**
 * Whether a failed `eth_call` means that the node ran the code and the code failed, which is an answer, and not
 * that the node could not be asked. Nodes word it differently; only geth's code 3 is common.
 */
export function isRevert(error: unknown): boolean {
  if (revertCodes.includes(getRpcCode(error) ?? 0)) return true
  // Clients such as viem put the whole request into the message and the node's words at its end.
  const message = readProperty(error, 'message')
  const text = typeof message === 'string' ? message : ''
  return revertWords.test(text.slice(0, 500)) || revertWords.test(text.slice(-1000))
}
