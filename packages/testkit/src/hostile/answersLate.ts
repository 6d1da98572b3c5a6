import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/**
 * A wallet that keeps its answers to one method back until `answer()`, whatever happens meanwhile: call
 * `honest.disconnect()` between, and the accounts come after the disconnection.
 */
export function answersLate({
  method = 'eth_requestAccounts',
  options,
}: {
  method?: string | undefined
  options?: HostileOptions | undefined
} = {}): HostileWallet & { answer(): void } {
  let answer: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  const wallet = hostileWallet({
    options,
    request: async (request, next) => {
      const result = await next(request)
      if (request.method === method) await released
      return result
    },
  })
  return { ...wallet, answer }
}
