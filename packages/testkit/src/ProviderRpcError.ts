/**
 * The error of EIP-1193, as wallets throw it: `code` is the number. It is deliberately none of the kit's own
 * errors, whose `code` is a word, since a real wallet knows nothing of the kit.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193#errors
 * @example
 * throw new ProviderRpcError({ code: 4001, message: 'User rejected the request.' })
 */
export class ProviderRpcError extends Error {
  override name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}
