import { ProviderRpcError } from '../ProviderRpcError.ts'
import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** A wallet whose `request` throws at once instead of answering with a promise. */
export function throwsSynchronously({
  method,
  options,
}: {
  /** All if left out. */
  method?: string | undefined
  options?: HostileOptions | undefined
} = {}): HostileWallet {
  return hostileWallet({
    options,
    request: (request, next) => {
      if (method !== undefined && request.method !== method) return next(request)
      throw new ProviderRpcError({ code: -32603, message: 'Thrown at once.' })
    },
  })
}
