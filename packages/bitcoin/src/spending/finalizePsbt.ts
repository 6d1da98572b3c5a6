import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Transaction } from '@scure/btc-signer'

/**
 * Returns the final transaction of a signed PSBT.
 *
 * @throws {RpcError} −32000 if signatures are missing
 */
export function finalizePsbt(signed: Transaction): Uint8Array {
  try {
    if (!signed.isFinal) signed.finalize()
    return signed.extract()
  } catch (error) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidInput,
      message: 'The transaction cannot be sent yet: signatures are missing.',
      cause: error instanceof Error ? error : undefined,
    })
  }
}
