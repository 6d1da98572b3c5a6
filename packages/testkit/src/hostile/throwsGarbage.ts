import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** A wallet that rejects one method, or all, with the value given. A collection to try: `garbageErrors`. */
export function throwsGarbage({
  method,
  thrown,
  options,
}: {
  /** All if left out. */
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
