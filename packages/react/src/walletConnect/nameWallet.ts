import { getConnected, type Kit } from '@portico/core'
import type { WalletConnect } from '@portico/walletconnect'

/** Has the state say which wallet is connected, where it knows only the way to it. */
export function nameWallet({ store }: Kit, wc: Pick<WalletConnect, 'getWallet'>): void {
  store.subscribe((state) => {
    const isConnected = state.connectors.some(
      ({ id, type, namespace }) =>
        type === 'WALLET_CONNECT' && getConnected(state, namespace)?.connectorId === id,
    )
    const walletName = isConnected ? wc.getWallet()?.name : undefined
    const isStale = (one: (typeof state.connectors)[number]) =>
      one.type === 'WALLET_CONNECT' && one.walletName !== walletName
    if (!state.connectors.some(isStale)) return
    store.setState({
      connectors: state.connectors.map((one) => (isStale(one) ? { ...one, walletName } : one)),
    })
  })
}
