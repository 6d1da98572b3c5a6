import { languageNames } from '@portico/i18n'
import { isRecord } from '@portico/protocol'

/** Labels shown instead of the values. */
type Labels = Readonly<Record<string, string>>

/** The type of an option: determines its validation and its control. */
export type OptionKind =
  | { name: 'switch' }
  | { name: 'choice'; values: readonly (string | number)[]; labels?: Labels | undefined }
  /** All of the values, in a chosen order. */
  | { name: 'order'; values: readonly string[] }
  /** Some of the values. */
  | {
      name: 'subset'
      values: readonly (string | number)[]
      /** Minimum number of values. */
      min?: number | undefined
      labels?: Labels | undefined
    }
  /** A list of arbitrary IDs. */
  | { name: 'ids' }
  | { name: 'text'; pattern: RegExp; expected: string }
  | { name: 'number'; min: number; max: number }
  /** Only editable as JSON. */
  | { name: 'data'; check: (value: unknown) => boolean; expected: string }

export interface OptionRow {
  /** Path in the options, such as `features.email`. */
  path: string
  label: string
  group: OptionGroup
  kind: OptionKind
  /** Default value; undefined if the kit decides. */
  initial: unknown
  /**
   * Whether a change applies immediately. Other options need a reload, because they are fixed when the kit is created.
   */
  live?: boolean | undefined
}

export const optionGroups = ['Look', 'Sign-in', 'Features', 'Wallets', 'Networks', 'Behaviour'] as const
type OptionGroup = (typeof optionGroups)[number]

// No `url(…)`, no variables, no escapes: a shared link must not make the page load anything.
const color = { name: 'text', pattern: /^(#[\da-f]{3,8}|[a-z]{1,20}|(rgb|hsl|oklch|oklab)a?\([\d\s.,%/-]{1,60}\))$/i, expected: 'a colour' } as const // biome-ignore format: one row
const length = {
  name: 'text',
  pattern: /^\d{1,3}(\.\d{1,3})?(px|rem|em)$/,
  expected: 'a length such as 4px',
} as const
const localNetworks = [31337, 31338, 'local-solana', 'local-solana-two', 'local-bitcoin', 'local-signet'] as const // biome-ignore format: one row
const networks = [...localNetworks, 1, 8453, 'solana', 'solana-devnet', 'bitcoin', 'bitcoin-signet'] as const
const networkNames: Labels = {
  31337: 'Local One',
  31338: 'Local Two',
  'local-solana': 'Local Solana',
  'local-solana-two': 'Local Solana Two',
  'local-bitcoin': 'Local Bitcoin',
  'local-signet': 'Local Signet',
  1: 'Ethereum',
  8453: 'Base',
  solana: 'Solana',
  'solana-devnet': 'Solana Devnet',
  bitcoin: 'Bitcoin',
  'bitcoin-signet': 'Bitcoin Signet',
}
const onOff = { name: 'switch' } as const
const ids = { name: 'ids' } as const

/** All options that the page's address may set. Adding an option takes one row. */
export const optionTable: readonly OptionRow[] = [
  row('Look', 'themeMode', 'Theme', { name: 'choice', values: ['light', 'dark'] }, undefined, true),
  row('Look', 'language', 'Language', { name: 'choice', values: ['page', 'browser', ...Object.keys(languageNames)], labels: { page: 'As the page', browser: 'As the browser', ...languageNames } }, 'page', true), // biome-ignore format: one row
  row('Look', 'themeVariables.--apkt-accent', 'Accent', color, undefined, true),
  row('Look', 'themeVariables.--apkt-border-radius-master', 'Radius', length, '4px', true),
  row('Look', 'themeVariables.--apkt-font-size-master', 'Font size', length, '10px', true),
  row('Look', 'themeVariables.--apkt-font-family', 'Font', { name: 'text', pattern: /^[\w\s,'"-]{1,120}$/, expected: 'a list of font names' }, undefined, true), // biome-ignore format: one row
  row('Look', 'themeVariables.--apkt-background', 'Background', color, undefined, true),
  row('Look', 'themeVariables.--apkt-color-mix', 'Mixed-in colour', color, undefined, true),
  row('Look', 'themeVariables.--apkt-color-mix-strength', 'Mixed-in share (%)', { name: 'number', min: 0, max: 100 }, undefined, true), // biome-ignore format: one row
  row(
    'Look',
    'themeVariables.--apkt-z-index',
    'Z-index',
    { name: 'number', min: 0, max: 999_999 },
    999,
    true,
  ),
  row('Look', 'rtl', 'Right to left', onOff, false, true),

  row(
    'Sign-in',
    'signIn',
    'Sign-in',
    { name: 'choice', values: ['required', 'optional', 'off'] },
    'optional',
  ),
  row('Sign-in', 'legal', 'Terms and privacy policy', onOff, false),
  row('Sign-in', 'features.legalCheckbox', 'Checkbox to accept them', onOff, false),

  row('Features', 'features.email', 'E-mail', onOff, true),
  row('Features', 'features.socials', 'Socials', { name: 'subset', values: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] }, ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']), // biome-ignore format: one row
  row('Features', 'features.swaps', 'Swap', onOff, true),
  row('Features', 'features.onramp', 'Buy', onOff, true),
  row('Features', 'features.send', 'Send', onOff, true),
  row('Features', 'features.receive', 'Receive', onOff, true),
  row('Features', 'features.history', 'Activity', onOff, true),
  row('Features', 'features.names', 'Account names', onOff, false),
  row('Features', 'features.multiWallet', 'Several wallets', onOff, false),
  row('Features', 'features.headless', 'Own interface (useAppKitWallets)', onOff, false),
  row('Features', 'features.analytics', 'Events', onOff, true),
  row('Features', 'features.walletFeaturesOrder', 'Order of actions', { name: 'order', values: ['onramp', 'swaps', 'receive', 'send'] }, ['onramp', 'swaps', 'receive', 'send']), // biome-ignore format: one row

  row('Wallets', 'features.connectMethodsOrder', 'Order of connect methods', { name: 'order', values: ['wallet', 'email', 'social'] }, undefined), // biome-ignore format: one row
  row('Wallets', 'features.connectorTypeOrder', 'Order of wallets', { name: 'order', values: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'] }, undefined), // biome-ignore format: one row
  row(
    'Wallets',
    'allWallets',
    'All wallets',
    { name: 'choice', values: ['SHOW', 'HIDE', 'ONLY_MOBILE'] },
    'SHOW',
  ),
  row('Wallets', 'features.allWallets', 'List of all wallets', onOff, true),
  row('Wallets', 'features.collapseWallets', 'Collapse wallets', onOff, false),
  row('Wallets', 'features.emailShowWallets', 'Wallets beside e-mail', onOff, true),
  row('Wallets', 'enableWallets', 'Show wallets', onOff, true),
  row('Wallets', 'enableEIP6963', 'Announced wallets', onOff, true),
  row('Wallets', 'enableInjected', 'Injected wallet', onOff, true),
  row('Wallets', 'enableCoinbase', 'Coinbase Wallet', onOff, true),
  row('Wallets', 'enableBaseAccount', 'Base Account', onOff, true),
  row('Wallets', 'enableWalletGuide', 'Wallet guide', onOff, true),
  row('Wallets', 'showWallets', 'Wallets beside e-mail (earlier name)', onOff, true),
  row('Wallets', 'announceEmbedded', 'E-mail wallet as for other kits', onOff, false),
  row('Wallets', 'featuredWalletIds', 'Featured wallet IDs', ids, undefined),
  row('Wallets', 'includeWalletIds', 'Included wallet IDs', ids, undefined),
  row('Wallets', 'excludeWalletIds', 'Excluded wallet IDs', ids, undefined),
  row('Wallets', 'customWallets', 'Custom wallets', { name: 'data', check: isCustomWallets, expected: 'a list of { id, name }' }, undefined), // biome-ignore format: one row

  row('Networks', 'networks', 'Networks', { name: 'subset', values: networks, labels: networkNames, min: 1 }, localNetworks), // biome-ignore format: one row
  row(
    'Networks',
    'defaultNetwork',
    'Default network',
    { name: 'choice', values: networks, labels: networkNames },
    undefined,
  ),
  row('Networks', 'enableNetworkSwitch', 'Network switch in the modal', onOff, true),
  row('Networks', 'allowUnsupportedChain', 'Allow other networks', onOff, false),
  row('Networks', 'tokens', 'Token shown as balance', { name: 'data', check: isTokens, expected: 'an object such as { "eip155:31337": { "address": "0x…" } }' }, undefined), // biome-ignore format: one row

  row('Behaviour', 'gateway', 'Use the gateway', onOff, true),
  row('Behaviour', 'relay', 'Use the relay (WalletConnect)', onOff, true),
  row('Behaviour', 'walletConnectOnly', 'No adapters (WalletConnect only)', onOff, false),
  row('Behaviour', 'enableWalletConnect', 'WalletConnect', onOff, true),
  row('Behaviour', 'manualWCControl', 'Page handles WalletConnect', onOff, false),
  row('Behaviour', 'basic', 'QR code only', onOff, false),
  row('Behaviour', 'experimental_preferUniversalLinks', 'Universal links on phones', onOff, false),
  row('Behaviour', 'enableReconnect', 'Reconnect on reload', onOff, true),
  row('Behaviour', 'defaultAccountTypes.eip155', 'Account type', { name: 'choice', values: ['eoa', 'smartAccount'] }, undefined), // biome-ignore format: one row
  row('Behaviour', 'defaultAccountTypes.bip122', 'Bitcoin address', { name: 'choice', values: ['payment', 'ordinal'] }, undefined), // biome-ignore format: one row
  row('Behaviour', 'enableEmbedded', 'Modal in the page', onOff, false),
  row('Behaviour', 'disableAppend', 'Dialog in <appkit-modal>', onOff, false),
  row('Behaviour', 'enableMobileFullScreen', 'Whole screen on phones', onOff, false),
  row('Behaviour', 'enableAuthLogger', 'Log of the e-mail wallet', onOff, true),
  row('Behaviour', 'debug', 'Show alerts', onOff, true),
  row('Behaviour', 'logLevel', 'Log level', { name: 'choice', values: ['silent', 'error', 'warn', 'info', 'debug'] }, 'error'), // biome-ignore format: one row
  row('Behaviour', 'metadata.name', 'Name of the app', { name: 'text', pattern: /^[^\p{C}]{1,60}$/u, expected: 'a name of up to 60 characters' }, 'Portico Demo'), // biome-ignore format: one row
  row('Behaviour', 'metadata.description', 'Description of the app', { name: 'text', pattern: /^[^\p{C}]{1,200}$/u, expected: 'a text of up to 200 characters' }, 'A playground for every option of Portico.'), // biome-ignore format: one row
]

function row(
  group: OptionGroup,
  path: string,
  label: string,
  kind: OptionKind,
  initial: unknown,
  live = false,
): OptionRow {
  return { path, label, group, kind, initial, live }
}

function isCustomWallets(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= 20 &&
    value.every((wallet) => hasOnly(wallet, ['id', 'name']) && isWord(wallet.id) && isWord(wallet.name))
  )
}

function isTokens(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([id, token]) =>
        /^eip155:\d{1,20}$/.test(id) &&
        hasOnly(token, ['address', 'image']) &&
        /^0x[\da-f]{40}$/i.test(String(token.address)) &&
        // A link to the demo must not make it load images from elsewhere.
        (token.image === undefined || /^data:image\//.test(String(token.image))),
    )
  )
}

function hasOnly(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).every((key) => keys.includes(key))
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 60
}
