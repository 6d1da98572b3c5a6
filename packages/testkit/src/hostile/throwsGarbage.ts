import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet that rejects one method, or all, with the given value. See `garbageErrors` for values. */
export function throwsGarbage({
  method,
  thrown,
  options,
}: {
  /** Default: all methods. */
  method?: string | undefined
  thrown: unknown
  options?: HostileOptions | undefined
}): HostileWallet {
  return hostileWallet({
    options,
    request: async (request, next) => {
      if (method !== undefined && request.method !== method) return next(request)
      throw thrown
    },
  })
}
