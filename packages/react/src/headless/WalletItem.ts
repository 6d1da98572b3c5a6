import type { NamespaceId } from '@portico/protocol'

/** A wallet that an application with its own interface lists. */
export interface WalletItem {
  id: string
  name: string
  imageUrl: string | undefined
  /** How it is connected if it is installed in this browser, one for each namespace; otherwise empty. */
  connectors: readonly { id: string; namespace: NamespaceId }[]
  isInjected: boolean
  isRecent: boolean
  /** Where to get the wallet, and the links that open its app. */
  walletInfo: {
    description?: string | undefined
    website?: string | undefined
    rdns?: string | undefined
    deepLink?: string | undefined
    desktopLink?: string | undefined
    webLink?: string | undefined
    supportedChains?: readonly string[] | undefined
    isCertified: boolean
    installationLinks: {
      appStore?: string | undefined
      playStore?: string | undefined
      chromeStore?: string | undefined
    }
  }
}

/** Which wallets of the gateway's list `fetchWallets` fetches. */
export interface FetchWalletsOptions {
  /** Default: 1. A further page is added to `wcWallets`; the first one replaces it. */
  page?: number | undefined
  search?: string | undefined
  /** @deprecated Use `search`. */
  query?: string | undefined
  /** Wallets per page, at most 100. Default: 40. */
  entries?: number | undefined
  badge?: 'none' | 'certified' | undefined
  /** Default: `order`, the most popular first. */
  sort?: 'order' | 'name' | undefined
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
}
