/**
 * The EIP-1193 error that wallets throw; `code` is a number. It is independent of the kit's own errors, whose `code` is a
 * string, because a real wallet does not use the kit.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193#errors
 * @example
 * import { ProviderRpcError } from '@portico/testkit'
 *
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
