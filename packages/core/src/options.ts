import type { NamespaceId, RpcRequestConfig } from '@portico/protocol'
import type { SwapRouter } from '@portico/protocol/swaps'
import type { SIWXConfig } from '@portico/siwx'
import type { LogLevel } from './logger.ts'
import type { Adapter } from './namespace.ts'
import type { NetworkInput } from './networks/network.ts'
import type { SIWEClient } from './signIn/SIWEClient.ts'
import type { KeyValueStorage } from './storage/storage.ts'
import type { FeaturesWithoutEffect, OptionsWithoutEffect } from './withoutEffect.ts'

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

/** Which features are enabled, and in which order they are shown. Defaults: `defaultFeatures`. */
export interface Features {
  /** Whether visitors can log in by e-mail. Needs `walletUrl`. */
  email: boolean
  /**
   * The social logins of Connect, in their order; `false` for none. Needs `walletUrl`, and providers that
   * the operator has set up.
   */
  socials: readonly string[] | false
  /** Whether the account has a button that swaps tokens. Needs a gateway. */
  swaps: boolean
  /** Whether the account has a button that buys. Needs a gateway whose operator has set up providers. */
  onramp: boolean
  /** Whether the account shows the activity. Needs a gateway. */
  history: boolean
  /** Whether the account has a button that sends coins, tokens and NFTs. */
  send: boolean
  /** Whether the view with the address and its QR code can be opened. */
  receive: boolean
  /** Whether the application's listeners get events. They are never sent anywhere. */
  analytics: boolean
  /** Whether Connect leads to the list of all wallets. Needs a gateway. */
  allWallets: boolean
  /** The earlier name of `collapseWallets`: `false` is the same as `collapseWallets: true`. */
  emailShowWallets: boolean
  /**
   * Whether visitors must accept the terms and the privacy policy, if their addresses are set, before they
   * connect.
   */
  legalCheckbox: boolean
  /** Whether Connect shows a button instead of the list of wallets where there is another way to connect. */
  collapseWallets: boolean
  /** Whether `useAppKitWallets` lists and connects wallets, for applications with their own interface. */
  headless: boolean
  /** Whether connecting another wallet of a namespace keeps those connected before. */
  multiWallet: boolean
  /** Whether visitors can register a name for their account at the gateway. */
  names: boolean
  /**
   * The order of the sections of Connect. Unset: wallet, email, social when a wallet is installed;
   * otherwise email, social, wallet.
   */
  connectMethodsOrder: readonly ConnectMethod[] | undefined
  /** The order of the wallets of Connect, by how they are known. */
  connectorTypeOrder: readonly ConnectorGroup[]
  /** The order of the buttons of the account. */
  walletFeaturesOrder: readonly WalletFeature[]
}

/** Describes the application, to wallets and in sign-in messages. */
export interface Metadata {
  name: string
  description: string
  url: string
  icons: readonly string[]
}

/**
 * An RPC URL of the application, and how requests to it are sent. Esplora APIs, the URLs of `bip122`, have no batches.
 */
export interface CustomRpcUrl {
  url: string
  config?: RpcRequestConfig | undefined
}

/** What is proposed to wallets over WalletConnect, instead of what the kit supports. By namespace, unless noted. */
export interface WalletConnectOverride {
  methods?: Readonly<Record<string, readonly string[]>> | undefined
  /** CAIP-2 IDs. Default: the application's networks. */
  chains?: Readonly<Record<string, readonly string[]>> | undefined
  events?: Readonly<Record<string, readonly string[]>> | undefined
  /** The RPC URL of a network for requests that the wallet is not asked, by CAIP-2 ID. */
  rpcMap?: Readonly<Record<string, string>> | undefined
  /** The network a session starts on, as CAIP-2 ID. */
  defaultChain?: string | undefined
}

/** A wallet that the application adds to the list. */
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

/** The options of `createKit`. `createAppKit` takes them too, beside those of the modal. */
export interface KitOptions extends OptionsWithoutEffect {
  /**
   * The ID of your project at your gateway. Without a gateway any text will do; an empty one raises an
   * alert.
   */
  projectId: string
  /** The networks that visitors can use, at least one. viem chains can be passed as they are. */
  networks: readonly NetworkInput[]
  /**
   * One per namespace. Without any, wallets connect over WalletConnect only, in every namespace of
   * `networks`. Default: none.
   */
  adapters?: readonly Adapter[] | undefined
  /**
   * The network active at first. A network stored by an earlier visit has precedence. Default: the first of
   * `networks`.
   */
  defaultNetwork?: NetworkInput | undefined
  /**
   * Name, description, URL and icons of the application, for wallets and sign-in messages. Default: the
   * page's title, `og:description`, origin and icon.
   */
  metadata?: Partial<Metadata> | undefined
  /**
   * The URL of the gateway, for balances, activity, names, the list of wallets and sign-in. A content
   * security policy must allow it in `connect-src` and `img-src`. Default: none; only RPC URLs and what
   * wallets report are used.
   */
  gatewayUrl?: string | undefined
  /**
   * The WalletConnect relay (`wss://…`) that connects wallets on other devices, and the application's project ID at
   * this relay (default: `projectId`). Only wallets that use the same relay can connect. Default: no WalletConnect.
   */
  walletConnect?: { relayUrl: string; projectId?: string | undefined } | undefined
  /** What is proposed to wallets over WalletConnect. Default: what the kit supports. */
  universalProviderConfigOverride?: WalletConnectOverride | undefined
  /** The origin of the embedded wallet's site, such as `https://wallet.example.com`. Default: no login by e-mail. */
  walletUrl?: string | undefined
  /** RPC URLs by CAIP-2 ID, used before the gateway and the URLs of the network. Default: none. */
  customRpcUrls?: Record<string, readonly CustomRpcUrl[]> | undefined
  /**
   * Images by network ID. The modal draws them from any host, as all images that the options set. Default:
   * the network's own.
   */
  chainImages?: Record<string | number, string> | undefined
  /**
   * Images of wallets, by the ID or the reverse domain name of the wallet. Default: what the wallet
   * announces.
   */
  connectorImages?: Record<string, string> | undefined
  /** Tokens by CAIP-2 ID whose balance the account button shows instead of the native one. Default: none. */
  tokens?: Record<string, { address: string; image?: string | undefined }> | undefined
  /**
   * Routers by CAIP-2 ID, besides those that the kit knows: contracts that swaps may be sent to, and that
   * may be allowed to take tokens. No server can add one. Default: none.
   */
  swapRouters?: Record<string, readonly SwapRouter[]> | undefined
  /**
   * Hosts, with their port if it is not the default, whose pages may be opened to buy with a provider of
   * the operator's own, such as `buy.example.com`. Those of known providers need not be listed. Default:
   * none.
   */
  onrampHosts?: readonly string[] | undefined
  /**
   * Which features are on. Default: what the gateway's operator has set for the project, else the defaults
   * below.
   */
  features?: (Partial<Features> & FeaturesWithoutEffect) | undefined
  /**
   * The sign-in of every namespace, for example `new DefaultSIWX()`. It excludes `siweConfig`. Default:
   * connecting does not sign in.
   */
  siwx?: SIWXConfig | undefined
  /**
   * A sign-in of Ethereum accounts at your own server, made by `createSIWEConfig`. It excludes `siwx`.
   * Default: none.
   */
  siweConfig?: SIWEClient | undefined
  /** Whether the list of all wallets is shown: always, never, or on phones only. Default: `SHOW`. */
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined
  /** The wallets to list, by explorer ID, rdns or slug. Default: all. */
  includeWalletIds?: readonly string[] | undefined
  /** The wallets to leave out, by explorer ID, rdns or slug. Default: none. */
  excludeWalletIds?: readonly string[] | undefined
  /** The wallets to show on Connect, by explorer ID, rdns or slug. Default: none. */
  featuredWalletIds?: readonly string[] | undefined
  /** Wallets to list besides those of the gateway. Default: none. */
  customWallets?: readonly CustomWallet[] | undefined
  /**
   * The type of the account by namespace: `{ bip122: 'ordinal' }`, or `{ eip155: 'eoa' }` for the embedded
   * wallet. Default: `payment` for `bip122`, `smartAccount` for `eip155`.
   */
  defaultAccountTypes?: Partial<Record<NamespaceId, string>> | undefined
  /** The address of your terms, for a link below Connect. Default: no link. */
  termsConditionsUrl?: string | undefined
  /** The address of your privacy policy, for a link below Connect. Default: no link. */
  privacyPolicyUrl?: string | undefined
  /** Whether wallets are offered; without them only logins by e-mail and social account are. Default: true. */
  enableWallets?: boolean | undefined
  /** Whether installed wallets may announce themselves (EIP-6963). Default: true. */
  enableEIP6963?: boolean | undefined
  /** Whether a wallet in `window.ethereum` that announces nothing is offered. Default: true. */
  enableInjected?: boolean | undefined
  /** If false, an installed Coinbase Wallet (`com.coinbase.wallet`) is not offered. Default: true. */
  enableCoinbase?: boolean | undefined
  /** If false, an installed Base Account (`app.base.account`) is not offered. Default: true. */
  enableBaseAccount?: boolean | undefined
  /** If false, visitors can switch the network only to leave one that is not supported. Default: true. */
  enableNetworkSwitch?: boolean | undefined
  /** Whether a page that is loaded again restores the connection. Default: true. */
  enableReconnect?: boolean | undefined
  /** Whether Connect explains what a wallet is to visitors who have none. Default: true. */
  enableWalletGuide?: boolean | undefined
  /** @deprecated Leave out `walletConnect` instead. If false, `walletConnect` is ignored. */
  enableWalletConnect?: boolean | undefined
  /** If false, the embedded wallet's frame logs nothing, whatever `logLevel` is. Default: true. */
  enableAuthLogger?: boolean | undefined
  /**
   * Whether phones open a wallet's app by its universal link, if it has one, instead of its own scheme.
   * Default: false.
   */
  experimental_preferUniversalLinks?: boolean | undefined
  /** Whether the modal covers the whole screen of a phone. Default: false. */
  enableMobileFullScreen?: boolean | undefined
  /**
   * Whether the modal is shown in the page, where the application places `<appkit-modal>`, instead of in a
   * dialog. What is shown in the embedded wallet's frame, codes and requests, still opens the dialog.
   * Default: false.
   */
  enableEmbedded?: boolean | undefined
  /**
   * Whether the modal's dialog is inside the application's `<appkit-modal>` instead of on the body. Nothing
   * is shown while the page has no such element. Default: false.
   */
  disableAppend?: boolean | undefined
  /**
   * Whether the application handles WalletConnect itself, with `open({ uri })`. The modal then opens on the
   * QR code, and on a phone on the list of all wallets, instead of Connect. Default: false.
   */
  manualWCControl?: boolean | undefined
  /**
   * The same as `manualWCControl`, for projects that used AppKit's version with the QR code only. Default:
   * false.
   */
  basic?: boolean | undefined
  /**
   * The earlier name of `features.emailShowWallets`: `false` is the same as `collapseWallets: true`.
   * Default: true.
   */
  showWallets?: boolean | undefined
  /**
   * Whether a wallet may stay on a network that is not listed. If not, the visitor must switch or
   * disconnect. Default: false.
   */
  allowUnsupportedChain?: boolean | undefined
  /** Whether alerts for developers are shown on the page. Default: true. */
  debug?: boolean | undefined
  /** What is written to the console: `debug`, `info`, `warn`, `error` or `silent`. Default: `error`. */
  logLevel?: LogLevel | undefined
  /** Where the kit stores its data. Default: `localStorage`; on a server, nothing is stored. */
  storage?: KeyValueStorage | undefined
}

/** The options that can be changed while the kit runs, with `updateSettings`. */
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
  enableCoinbase: boolean
  enableBaseAccount: boolean
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
  multiWallet: false,
  headless: false,
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

/** Returns the settings of these options, with defaults filled in. */
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
    enableCoinbase: options.enableCoinbase !== false,
    enableBaseAccount: options.enableBaseAccount !== false,
    featuredWalletIds: options.featuredWalletIds,
    connectorImages: options.connectorImages ?? {},
    chainImages: options.chainImages ?? {},
  }
}

/** Returns a copy without the properties that are undefined, so that they do not override defaults. */
export function withoutUnset<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Partial<T>
}
