import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { copyBytes, isSameBytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'
import { callFeature } from './callFeature.ts'

/**
 * Signs a message with the wallet. Returns the 64 bytes of the signature.
 *
 * @throws {RpcError} with the wallet's code; 4200 if it cannot sign messages; −32603 if it signed something else.
 */
export async function signBytes({
  wallet,
  account,
  message,
}: {
  wallet: object
  /** The wallet's own object for the account. */
  account: object
  message: Uint8Array
}): Promise<Uint8Array> {
  const [output] = readList(await callFeature(wallet, 'solana:signMessage', { account, message }))
  const signature = copyBytes(readProperty(output, 'signature'), 64)
  const signed = copyBytes(readProperty(output, 'signedMessage'))
  if (signature && (!signed || isSameBytes(signed, message))) return signature
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: signature
      ? 'The wallet signed a different message than requested.'
      : 'The wallet returned an invalid signature: solana:signMessage must return 64 bytes.',
  })
}
