import type { NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import type { LogLevel } from './logger.ts'
import type { Adapter } from './namespace.ts'
import type { NetworkInput } from './networks/network.ts'
import type { SIWEClient } from './signIn/siwe.ts'
import type { KeyValueStorage } from './storage/storage.ts'

export type ConnectMethod = 'email' | 'social' | 'wallet'
export type ConnectorGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** What is on and in which order. What an application leaves out has the default of `defaultFeatures`. */
export interface Features {
  email: boolean
  socials: readonly string[] | false
  swaps: boolean
  onramp: boolean
  history: boolean
  send: boolean
  receive: boolean
  analytics: boolean
  allWallets: boolean
  emailShowWallets: boolean
  legalCheckbox: boolean
  collapseWallets: boolean
  /** Visitors may register a name for their account at the gateway. */
  names: boolean
  /** Unset: wallet, email, social where a wallet is installed; email, social, wallet otherwise. */
  connectMethodsOrder: readonly ConnectMethod[] | undefined
  connectorTypeOrder: readonly ConnectorGroup[]
  walletFeaturesOrder: readonly WalletFeature[]
}

/** The application's own description, shown when signing and to wallets. */
export interface Metadata {
  name: string
  description: string
  url: string
  icons: readonly string[]
}

/** A wallet of the application's own, listed beside the known ones. */
export interface CustomWallet {
  id: string
  name: string
  homepage?: string | undefined
  image_url?: string | undefined
  mobile_link?: string | undefined
  desktop_link?: string | undefined
  webapp_link?: string | undefined
  app_store?: string | undefined
  play_store?: string | undefined
}

/** Options of `createKit` and, with those of the modal, of `createAppKit`. */
export interface KitOptions {
  projectId: string
  /** At least one; viem chains are taken as they are. */
  networks: readonly [NetworkInput, ...NetworkInput[]]
  adapters?: readonly Adapter[] | undefined
  /** The stored active network wins, then this, then the first. */
  defaultNetwork?: NetworkInput | undefined
  metadata?: Partial<Metadata> | undefined
  /** Where the gateway is. Without it the kit lives of RPC urls and of what wallets tell. */
  gatewayUrl?: string | undefined
  /**
   * The relay through which wallets on other devices are reached, `wss://…`, and the id this application has there
   * (default: `projectId`). A wallet is reached only if it uses the same relay. Unset: no WalletConnect.
   */
  walletConnect?: { relayUrl: string; projectId?: string | undefined } | undefined
  /** The origin of the embedded wallet's site, such as `https://wallet.example.com`. Unset: no login by e-mail. */
  walletUrl?: string | undefined
  /** Tried before the gateway and the network's own. Keyed by CAIP-2 id. */
  customRpcUrls?: Record<string, readonly { url: string }[]> | undefined
  chainImages?: Record<string | number, string> | undefined
  connectorImages?: Record<string, string> | undefined
  /** Per CAIP-2 id, the token whose balance the account button shows instead of the native one. */
  tokens?: Record<string, { address: string; image?: string | undefined }> | undefined
  features?: Partial<Features> | undefined
  siwx?: SIWXConfig | undefined
  siweConfig?: SIWEClient | undefined
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  includeWalletIds?: readonly string[] | undefined
  excludeWalletIds?: readonly string[] | undefined
  featuredWalletIds?: readonly string[] | undefined
  customWallets?: readonly CustomWallet[] | undefined
  defaultAccountTypes?: Partial<Record<NamespaceId, string>> | undefined
  termsConditionsUrl?: string | undefined
  privacyPolicyUrl?: string | undefined
  enableWallets?: boolean | undefined
  enableEIP6963?: boolean | undefined
  enableInjected?: boolean | undefined
  enableNetworkSwitch?: boolean | undefined
  enableReconnect?: boolean | undefined
  enableWalletGuide?: boolean | undefined
  allowUnsupportedChain?: boolean | undefined
  /** Whether alerts are shown on the page (default true). */
  debug?: boolean | undefined
  /** Default `error`. */
  logLevel?: LogLevel | undefined
  /** Where the kit keeps what it remembers; default `localStorage`, and nothing on a server. */
  storage?: KeyValueStorage | undefined
}

/** The options an application may change while the kit runs. */
export interface Settings {
  features: Features
  termsConditionsUrl?: string | undefined
  privacyPolicyUrl?: string | undefined
  enableWallets: boolean
  enableNetworkSwitch: boolean
  enableWalletGuide: boolean
  allowUnsupportedChain: boolean
  debug: boolean
  includeWalletIds?: readonly string[] | undefined
  excludeWalletIds?: readonly string[] | undefined
  featuredWalletIds?: readonly string[] | undefined
  connectorImages: Record<string, string>
  chainImages: Record<string | number, string>
}

export const defaultFeatures: Features = {
  email: true,
  socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
  swaps: true,
  onramp: true,
  history: true,
  send: true,
  receive: true,
  analytics: true,
  allWallets: true,
  emailShowWallets: true,
  legalCheckbox: false,
  collapseWallets: false,
  names: false,
  connectMethodsOrder: undefined,
  connectorTypeOrder: [
    'walletConnect',
    'recent',
    'injected',
    'featured',
    'custom',
    'external',
    'recommended',
  ],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
}

/** The changeable part of the options, with every default filled in. */
export function resolveSettings(options: Partial<KitOptions>): Settings {
  return {
    features: { ...defaultFeatures, ...withoutUnset(options.features ?? {}) },
    termsConditionsUrl: options.termsConditionsUrl,
    privacyPolicyUrl: options.privacyPolicyUrl,
    enableWallets: options.enableWallets !== false,
    enableNetworkSwitch: options.enableNetworkSwitch !== false,
    enableWalletGuide: options.enableWalletGuide !== false,
    allowUnsupportedChain: options.allowUnsupportedChain === true,
    debug: options.debug !== false,
    includeWalletIds: options.includeWalletIds,
    excludeWalletIds: options.excludeWalletIds,
    featuredWalletIds: options.featuredWalletIds,
    connectorImages: options.connectorImages ?? {},
    chainImages: options.chainImages ?? {},
  }
}

/** An option given as undefined counts as left out. */
export function withoutUnset<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Partial<T>
}
