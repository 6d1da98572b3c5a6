import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/**
 * Creates a wallet that delays its response to one method until `answer()` is called. Call `honest.disconnect()` before
 * `answer()` to make the accounts arrive after the disconnection.
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
