import type { WalletConnectContext } from './walletConnectWallet.ts'

type SessionEvent = { name: string; data: unknown }

/** Notifies applications of what the user changes in the wallet, see {@link createChangeNotifier}. */
export type ChangeNotifier = {
  /** Sends an event to every session. Resolves when all applications have responded. */
  notify(event: SessionEvent): Promise<void>
  /** Whether events of the inner wallet are not forwarded, because they result from an application's request. */
  isPaused: boolean
}

/** Sends `chainChanged` and `accountsChanged` of the inner wallet to every session. */
export function createChangeNotifier({
  evm,
  messenger,
  sessions,
}: Pick<WalletConnectContext, 'evm' | 'messenger' | 'sessions'>): ChangeNotifier {
  const notifier: ChangeNotifier = {
    isPaused: false,
    async notify(event) {
      const chainId = `eip155:${evm.chainId}`
      const requests = [...sessions.keys()].map((topic) =>
        messenger.request(topic, 'wc_sessionEvent', { event, chainId }).catch(() => undefined),
      )
      await Promise.all(requests)
    },
  }
  evm.provider.on('chainChanged', (chainId) => {
    if (!notifier.isPaused) void notifier.notify({ name: 'chainChanged', data: Number(chainId) })
  })
  evm.provider.on('accountsChanged', (accounts) => {
    if (!notifier.isPaused) void notifier.notify({ name: 'accountsChanged', data: accounts })
  })
  return notifier
}
