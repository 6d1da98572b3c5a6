import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Thrown for a Solana network when the wallet holds the private key of an EVM account. */
export class NoSolanaAccountError extends RpcError {
  override name = 'NoSolanaAccountError'
  constructor() {
    super({
      rpcCode: rpcErrorCodes.unrecognizedChain,
      message:
        'This wallet was imported as the private key of an Ethereum account, so it has no Solana account.',
      code: 'no-solana-account',
    })
  }
}
