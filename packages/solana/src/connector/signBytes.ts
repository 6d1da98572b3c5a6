import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { copyBytes, isSameBytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'
import { callFeature } from './callFeature.ts'

/**
 * Has a wallet sign bytes that are no transaction; answers the 64 bytes of the signature.
 *
 * @throws {RpcError} as the wallet did; 4200 where it cannot; −32603 where it signed something else.
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
      ? 'The wallet signed another text than it was asked to.'
      : 'The wallet signed badly: its answer to solana:signMessage is not a signature of 64 bytes.',
  })
}
