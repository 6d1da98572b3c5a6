import type { State } from '@portico/core'
import { findInstalled, type InstalledWallet, type ListedWallet } from '@portico/core/internal'
import { gatewayImage } from '../parts/gatewayImage.ts'
import type { WalletItem } from './WalletItem.ts'

/** Returns a wallet of the list; with its connectors if it is installed. */
export function toListedItem(
  state: State,
  wallet: ListedWallet,
  { gatewayUrl, isRecent = false }: { gatewayUrl: string | undefined; isRecent?: boolean },
): WalletItem {
  const installed = findInstalled(state, wallet)
  return {
    id: wallet.id,
    name: wallet.name,
    imageUrl: gatewayImage(wallet.image_url, gatewayUrl) ?? installed?.icon,
    connectors: toConnectors(installed),
    isInjected: installed !== undefined,
    isRecent,
    walletInfo: {
      description: wallet.description,
      website: wallet.homepage,
      rdns: wallet.rdns,
      deepLink: wallet.mobile_link,
      desktopLink: wallet.desktop_link,
      webLink: wallet.webapp_link,
      supportedChains: wallet.chains,
      isCertified: wallet.badge_type === 'certified',
      installationLinks: {
        appStore: wallet.app_store,
        playStore: wallet.play_store,
        chromeStore: wallet.chrome_store,
      },
    },
  }
}

/** Returns a wallet installed in this browser. */
export function toInstalledItem(
  { settings }: State,
  wallet: InstalledWallet,
  { isRecent }: { isRecent: boolean },
): WalletItem {
  return {
    id: wallet.id,
    name: wallet.name,
    imageUrl: settings.connectorImages[wallet.id] ?? wallet.icon,
    connectors: toConnectors(wallet),
    isInjected: true,
    isRecent,
    walletInfo: { rdns: wallet.rdns, isCertified: false, installationLinks: {} },
  }
}

function toConnectors(wallet: InstalledWallet | undefined): WalletItem['connectors'] {
  return (wallet?.members ?? []).map(({ id, namespace }) => ({ id, namespace }))
}
