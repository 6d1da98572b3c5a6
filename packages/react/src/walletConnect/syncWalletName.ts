import { getConnected, type Kit } from '@portico/core'
import type { WalletConnect } from '@portico/walletconnect'

/** Writes the name of the wallet connected through WalletConnect to the state, which only knows the connector. */
export function syncWalletName({ store }: Kit, wc: Pick<WalletConnect, 'getWallet'>): void {
  store.subscribe((state) => {
    const isConnected = state.connectors.some(
      ({ id, type, namespace }) =>
        type === 'WALLET_CONNECT' && getConnected(state, namespace)?.connectorId === id,
    )
    const walletName = isConnected ? wc.getWallet()?.name : undefined
    const isStale = (connector: (typeof state.connectors)[number]) =>
      connector.type === 'WALLET_CONNECT' && connector.walletName !== walletName
    if (!state.connectors.some(isStale)) return
    store.setState({
      connectors: state.connectors.map((connector) =>
        isStale(connector) ? { ...connector, walletName } : connector,
      ),
    })
  })
}
