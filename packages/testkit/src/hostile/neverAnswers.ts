import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** A wallet that never answers one method, or anything at all. */
export function neverAnswers({
  method,
  options,
}: {
  /** All if left out. */
  method?: string | undefined
  options?: HostileOptions | undefined
} = {}): HostileWallet {
  return hostileWallet({
    options,
    request: (request, next) =>
      method === undefined || request.method === method ? new Promise(() => undefined) : next(request),
  })
}
