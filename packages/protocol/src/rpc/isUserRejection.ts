import { readProperty } from '../errors/readProperty.ts'
import { getRpcCode } from './getRpcCode.ts'
import { nestedErrors } from './nestedErrors.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

// Messages of wallets that use no code: "User rejected the request.", "MetaMask Tx Signature: User denied
// transaction signature.", "Request rejected by user", "Cancelled by User", "User canceled".
const rejectionMessage =
  /\buser\W+(?:has\W+)?(?:rejected|denied|declined|cancell?ed|disapproved)|\b(?:rejected|denied|declined|cancell?ed|disapproved) by (?:the )?user\b/i

/**
 * Returns whether an error means that the user rejected the request: code 4001 or 5000, ethers' `ACTION_REJECTED`, or
 * a message such as "User rejected the request", in the error itself or a nested one. A rejection is a valid answer
 * and should be neither logged nor shown as an error. Never throws.
 *
 * @example
 * import { isUserRejection } from '@portico/protocol'
 * isUserRejection({ code: 4001 }) // true
 * isUserRejection('User rejected the request') // true
 */
export function isUserRejection(error: unknown): boolean {
  return nestedErrors(error).some((nested) => {
    const code = readProperty(nested, 'code')
    if (code === 'ACTION_REJECTED') return true
    const rpcCode = getRpcCode(nested)
    if (rpcCode === rpcErrorCodes.userRejected || rpcCode === rpcErrorCodes.userRejectedSession) return true
    const message = typeof nested === 'string' ? nested : readProperty(nested, 'message')
    return typeof message === 'string' && rejectionMessage.test(message.slice(0, 500))
  })
}
