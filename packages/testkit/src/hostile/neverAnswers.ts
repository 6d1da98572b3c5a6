import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet that never responds to one method, or to any. */
export function neverAnswers({
  method,
  options,
}: {
  /** Default: all methods. */
  method?: string | undefined
  options?: HostileOptions | undefined
} = {}): HostileWallet {
  return hostileWallet({
    options,
    request: (request, next) =>
      method === undefined || request.method === method ? new Promise(() => undefined) : next(request),
  })
}
