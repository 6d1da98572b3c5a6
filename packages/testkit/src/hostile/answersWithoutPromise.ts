import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** A wallet whose `request` answers, but not with a promise. Knows accounts and chain only. */
export function answersWithoutPromise({
  form,
  options,
}: {
  /** The value itself, or an object that has a `then` and nothing else of a promise. */
  form: 'value' | 'thenable'
  options?: HostileOptions | undefined
}): HostileWallet {
  const answers: Record<string, unknown> = {
    eth_accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_requestAccounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_chainId: '0x7a69',
  }
  return hostileWallet({
    options,
    request: ({ method }) => {
      const answer = answers[method] ?? null
      if (form === 'value') return answer
      // biome-ignore lint/suspicious/noThenProperty: the point of this wallet.
      return { then: (resolve: (value: unknown) => void) => resolve(answer) }
    },
  })
}
