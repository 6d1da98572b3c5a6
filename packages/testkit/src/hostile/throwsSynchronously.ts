import { ProviderRpcError } from '../ProviderRpcError.ts'
import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet whose `request` throws synchronously instead of returning a promise. */
export function throwsSynchronously({
  method,
  options,
}: {
  /** Default: all methods. */
  method?: string | undefined
  options?: HostileOptions | undefined
} = {}): HostileWallet {
  return hostileWallet({
    options,
    request: (request, next) => {
      if (method !== undefined && request.method !== method) return next(request)
      throw new ProviderRpcError({ code: -32603, message: 'Thrown synchronously.' })
    },
  })
}
