import { toRpcError } from '@portico/protocol'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Asks a wallet. It may throw at once, answer without a promise or reject with anything: here that becomes the
 * answer or an `RpcError`.
 */
export async function callWallet(provider: Provider, method: string, params?: unknown): Promise<unknown> {
  try {
    return await provider.request(params === undefined ? { method } : { method, params })
  } catch (error) {
    throw toRpcError(error, `The wallet did not answer ${method}.`)
  }
}
