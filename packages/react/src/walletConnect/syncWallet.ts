import { type ConnectorDetails, getConnected, type Kit, type State } from '@portico/core'
import type { ListedWallet } from '@portico/core/internal'
import type { WalletConnect } from '@portico/walletconnect'

/**
 * Writes the name and icon of the wallet connected through WalletConnect to the state, which only knows the connector.
 *
 * @param getRecentWallets Passed in, so that it stays in a file with other code that the open modal loads.
 */
export function syncWallet({
  kit,
  wc,
  getRecentWallets,
}: {
  kit: Kit
  wc: Pick<WalletConnect, 'getWallet'>
  getRecentWallets: (kit: Kit) => readonly ListedWallet[]
}): void {
  const { store, options } = kit

  function update(state: State): void {
    const wallet = readWallet(state)
    const isStale = (details: ConnectorDetails) =>
      details.type === 'WALLET_CONNECT' &&
      (details.walletName !== wallet.walletName || details.walletIcon !== wallet.walletIcon)
    if (!state.connectors.some(isStale)) return
    store.setState({
      connectors: state.connectors.map((details) => (isStale(details) ? { ...details, ...wallet } : details)),
    })
  }

  function readWallet(state: State): Pick<ConnectorDetails, 'walletName' | 'walletIcon'> {
    const isConnected = state.connectors.some(
      ({ id, type, namespace }) =>
        type === 'WALLET_CONNECT' && getConnected(state, namespace)?.connectorId === id,
    )
    const wallet = isConnected ? wc.getWallet() : undefined
    return { walletName: wallet?.name, walletIcon: wallet && (getListedIcon(wallet.name) ?? wallet.icon) }
  }

  /** Returns the icon of a wallet of the gateway's list. The modal loads no image of another host, such as the wallet's. */
  function getListedIcon(walletName: string): string | undefined {
    const path = getRecentWallets(kit).find(({ name }) => name === walletName)?.image_url
    if (!options.gatewayUrl || !path?.startsWith('/')) return undefined
    return options.gatewayUrl.replace(/\/+$/, '') + path
  }

  store.subscribe(update)
  update(store.getState())
}
