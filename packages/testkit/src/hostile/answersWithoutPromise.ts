import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet whose `request` does not return a promise. Supports accounts and chain id only. */
export function answersWithoutPromise({
  form,
  options,
}: {
  /** The value itself, or an object whose only promise method is `then`. */
  form: 'value' | 'thenable'
  options?: HostileOptions | undefined
}): HostileWallet {
  const results: Record<string, unknown> = {
    eth_accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_requestAccounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_chainId: '0x7a69',
  }
  return hostileWallet({
    options,
    request: ({ method }) => {
      const result = results[method] ?? null
      if (form === 'value') return result
      // biome-ignore lint/suspicious/noThenProperty: this wallet returns a thenable on purpose.
      return { then: (resolve: (value: unknown) => void) => resolve(result) }
    },
  })
}
