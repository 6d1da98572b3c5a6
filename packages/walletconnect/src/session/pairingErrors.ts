import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { sessionErrorCodes } from '@portico/protocol/walletconnect'

/** Sent to a wallet when the application no longer wants to connect. */
export const connectionAborted = {
  code: sessionErrorCodes.userDisconnected,
  message: 'The application cancelled the connection.',
}

/** Creates the error for requests that wait on a pairing that has ended. */
export function pairingEndedError(): RpcError {
  return new RpcError({ rpcCode: rpcErrorCodes.disconnected, message: 'The pairing has ended.' })
}

/** Creates the error for a wallet's response from which no session can be made. */
export function invalidResponseError(
  reason: string,
  rpcCode: number = rpcErrorCodes.internalError,
): RpcError {
  return new RpcError({
    rpcCode,
    message: 'The wallet established no session.',
    metaMessages: [`Reason: ${reason}.`],
  })
}
