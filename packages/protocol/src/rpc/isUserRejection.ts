import { readProperty } from '../errors/readProperty.ts'
import { getRpcCode } from './getRpcCode.ts'
import { nestedErrors } from './nestedErrors.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

// Wallets without codes say it in words: "User rejected the request.", "MetaMask Tx Signature: User denied
// transaction signature.", "Request rejected by user", "Cancelled by User", "User canceled".
const words =
  /\buser\W+(?:has\W+)?(?:rejected|denied|declined|cancell?ed|disapproved)|\b(?:rejected|denied|declined|cancell?ed|disapproved) by (?:the )?user\b/i

/**
 * Whether something thrown says that the user said no: codes 4001 and 5000, ethers' `ACTION_REJECTED`, or the
 * words wallets without codes use, at any place inside the error. Such an error is an answer, not a failure: no
 * log, no alert. Never throws.
 *
 * @example
 * import { isUserRejection } from '@portico/protocol'
 * isUserRejection({ code: 4001 }) // true
 * isUserRejection('User rejected the request') // true
 */
export function isUserRejection(error: unknown): boolean {
  return nestedErrors(error).some((one) => {
    const code = readProperty(one, 'code')
    if (code === 'ACTION_REJECTED') return true
    const rpcCode = getRpcCode(one)
    if (rpcCode === rpcErrorCodes.userRejected || rpcCode === rpcErrorCodes.userRejectedSession) return true
    const message = typeof one === 'string' ? one : readProperty(one, 'message')
    return typeof message === 'string' && words.test(message.slice(0, 500))
  })
}
