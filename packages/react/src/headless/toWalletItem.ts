import type { Kit, State } from '@portico/core'
import { findInstalled, type InstalledWallet, type ListedWallet } from '@portico/core/internal'
import { isConfiguredImage } from '../modal/parts/isConfiguredImage.ts'
import { gatewayImage } from '../parts/gatewayImage.ts'
import { getConnectorImage } from '../parts/getConnectorImage.ts'
import type { WalletItem } from './WalletItem.ts'

/** Returns a wallet of the list; with its connectors if it is installed. */
export function toListedItem(
  state: State,
  wallet: ListedWallet,
  { kit, isRecent = false }: { kit: Kit; isRecent?: boolean },
): WalletItem {
  const installed = findInstalled(state, wallet)
  const { id, name, rdns } = wallet
  return {
    id,
    name,
    imageUrl: getConnectorImage(state, { id, rdns, icon: listedImage(kit, wallet) ?? installed?.icon }),
    connectors: toConnectors(installed),
    isInjected: installed !== undefined,
    isRecent,
    walletInfo: {
      description: wallet.description,
      website: wallet.homepage,
      rdns,
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
  state: State,
  wallet: InstalledWallet,
  { isRecent }: { isRecent: boolean },
): WalletItem {
  return {
    id: wallet.id,
    name: wallet.name,
    imageUrl: getConnectorImage(state, wallet),
    connectors: toConnectors(wallet),
    isInjected: true,
    isRecent,
    walletInfo: { rdns: wallet.rdns, isCertified: false, installationLinks: {} },
  }
}

function listedImage(kit: Kit, { image_url }: ListedWallet): string | undefined {
  const isConfigured = image_url !== undefined && isConfiguredImage(kit, image_url)
  return isConfigured ? image_url : gatewayImage(image_url, kit.options.gatewayUrl)
}

function toConnectors(wallet: InstalledWallet | undefined): WalletItem['connectors'] {
  return (wallet?.members ?? []).map(({ id, namespace }) => ({ id, namespace }))
}
