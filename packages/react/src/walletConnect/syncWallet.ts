import { type ConnectorDetails, getConnected, type Kit } from '@portico/core'
import type { ListedWallet } from '@portico/core/internal'
import type { WalletConnect } from '@portico/walletconnect'

/** What the state contains of a connected wallet besides its connector. */
type WalletDetails = Pick<
  ConnectorDetails,
  'walletName' | 'walletIcon' | 'approvedNetworkIds' | 'supportsAllNetworks'
>

/** The methods with which a wallet can be asked to switch to networks it has not approved. */
const switchMethods: readonly string[] = ['wallet_addEthereumChain', 'wallet_switchEthereumChain']

/**
 * Writes the name, icon and networks of the wallet connected through WalletConnect to the state, which otherwise
 * contains only the connector.
 *
 * @param getRecentWallets Passed in, so that it stays in a file with other code that the open modal loads.
 */
export function syncWallet({
  kit,
  wc,
  getRecentWallets,
}: {
  kit: Kit
  wc: Pick<WalletConnect, 'getWallet' | 'getApproval' | 'subscribe'>
  getRecentWallets: (kit: Kit) => readonly ListedWallet[]
}): void {
  const { store, options, logger } = kit
  /** Images of the gateway's list, by the name of a wallet. */
  const images = new Map<string, string | undefined>()

  function update(): void {
    const { connectors } = store.getState()
    const updated = connectors.map((details) => {
      if (details.type !== 'WALLET_CONNECT') return details
      const wallet = readWallet(details)
      return isUpToDate(details, wallet) ? details : { ...details, ...wallet }
    })
    if (updated.some((details, index) => details !== connectors[index]))
      store.setState({ connectors: updated })
  }

  function readWallet({ id, namespace }: ConnectorDetails): WalletDetails {
    const isConnected = getConnected(store.getState(), namespace)?.connectorId === id
    const wallet = isConnected ? wc.getWallet() : undefined
    const approval = isConnected ? wc.getApproval(namespace) : undefined
    return {
      walletName: wallet?.name,
      walletIcon: wallet && (getListedIcon(wallet.name) ?? wallet.icon),
      approvedNetworkIds: approval?.chains,
      supportsAllNetworks: approval?.methods.some((method) => switchMethods.includes(method)),
    }
  }

  /** Returns the icon of a wallet of the gateway's list. The modal loads no image of another host, such as the wallet's. */
  function getListedIcon(walletName: string): string | undefined {
    const recent = getRecentWallets(kit).find(({ name }) => name === walletName)
    const path = recent ? recent.image_url : lookUp(walletName)
    if (!options.gatewayUrl || !path?.startsWith('/')) return undefined
    return options.gatewayUrl.replace(/\/+$/, '') + path
  }

  /** Returns the image of the gateway's list. Undefined until it has answered; then the state is updated. */
  function lookUp(walletName: string): string | undefined {
    if (options.gatewayUrl && !images.has(walletName)) {
      images.set(walletName, undefined)
      import('../data/gatewayData.ts')
        .then((file) => file.findWalletByName(kit, walletName))
        .then((wallet) => {
          images.set(walletName, wallet?.image_url)
          update()
        })
        .catch((error: unknown) => logger.warn('The icon of the wallet could not be looked up.', error))
    }
    return images.get(walletName)
  }

  store.subscribe(update)
  wc.subscribe(({ type }) => {
    if (type === 'session') update()
  })
  update()
}

function isUpToDate(details: ConnectorDetails, wallet: WalletDetails): boolean {
  return (
    details.walletName === wallet.walletName &&
    details.walletIcon === wallet.walletIcon &&
    details.supportsAllNetworks === wallet.supportsAllNetworks &&
    details.approvedNetworkIds?.join() === wallet.approvedNetworkIds?.join()
  )
}
