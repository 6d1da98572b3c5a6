import { toRpcError } from '@portico/protocol'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Sends a request to a wallet and returns the result. A wallet may also throw synchronously, return a plain value or
 * reject with anything.
 *
 * @throws {RpcError} for every failure, with the wallet's code.
 */
export async function callWallet(provider: Provider, method: string, params?: unknown): Promise<unknown> {
  try {
    return await provider.request(params === undefined ? { method } : { method, params })
  } catch (error) {
    throw toRpcError(error, `The wallet did not answer ${method}.`)
  }
}
