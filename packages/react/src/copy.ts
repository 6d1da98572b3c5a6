/** Every sentence the modal shows or says, by id. `{name}` stands for a value; see `text` and `parts/Text.tsx`. */
export const copy = {
  'header.close': 'Close',
  'header.back': 'Back',
  'header.help': 'Help',
  'header.settings': 'Account settings',

  'title.connect': 'Connect Wallet',
  'title.what-is-a-wallet': 'What is a wallet?',
  'title.sign-message': 'Sign In',
  'title.account': 'Account',
  'title.account-settings': 'Account Settings',
  'title.networks': 'Choose Network',
  'title.switch-network': 'Switch Network',
  'title.unsupported-chain': 'Unsupported Network',
  'title.receive': 'Receive',
  'title.connecting': 'Connecting',

  'action.tryAgain': 'Try again',
  'action.cancel': 'Cancel',
  'action.disconnect': 'Disconnect',
  'action.copyDetails': 'Copy details',
  'action.copied': 'Copied',
  'action.loadMore': 'Load more',
  'action.loading': 'Loading…',
  'action.dismiss': 'Dismiss',

  'refused.sign-message': 'Sign in to go on, or cancel.',
  'refused.unsupported-chain': 'Choose a network to go on, or disconnect.',
  'refused.other': 'This window cannot be closed yet.',

  'view.failed': 'This part could not be shown.',
  'view.failedHelp': 'Your wallet and your funds are not affected.',
  'view.loading': 'Loading…',

  'connect.installed': 'Installed',
  'connect.wallets': 'Wallets',
  'connect.empty': 'No wallet found in this browser',
  'connect.emptyHelp': 'Install a wallet extension, or open this page in your wallet’s own browser.',
  'connect.whatIsAWallet': 'What is a wallet?',
  'connect.signInDown': 'The sign-in server can’t be reached. You can connect, but not sign in yet.',
  'legal.both': 'By connecting you accept the {terms} and {privacy}',
  'legal.one': 'By connecting you accept the {link}',
  'legal.checkboxBoth': 'I accept the {terms} and {privacy}',
  'legal.checkboxOne': 'I accept the {link}',
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy Policy',

  'connecting.waiting': 'Continue in {wallet}',
  'connecting.waitingHelp': 'Accept the connection in the wallet’s window.',
  'connecting.slow': 'Still waiting for {wallet}',
  'connecting.slowHelp':
    'Its window may be behind this one, or the wallet may be locked. You can ask it again.',
  'connecting.rejected': 'Not connected',
  'connecting.rejectedHelp': 'You said no in {wallet}. Nothing has changed.',
  'connecting.failed': '{wallet} could not connect',

  'cause.unknown': 'The wallet answered with an error. Try again, or choose another wallet.',
  'cause.pending': 'It already has a question open. Open the wallet’s window to answer it, then try again.',
  'cause.connector-not-found': 'The wallet is not there any more. Turn it on in your browser and try again.',
  'cause.no-accounts': 'It has not shared an account. Unlock it, choose an account and try again.',
  'cause.network-not-found': 'This app does not know that network any more. Choose another one.',
  'cause.unsupported': 'The wallet does not support this. Change the network in the wallet itself.',

  'guide.own': 'A home for what you own',
  'guide.ownHelp': 'A wallet keeps, sends and receives tokens and NFTs. Only you can move them.',
  'guide.login': 'A new way to log in',
  'guide.loginHelp': 'No account and no password for every site: you connect your wallet instead.',
  'guide.key': 'Keep the key safe',
  'guide.keyHelp': 'A wallet has a secret phrase. No site ever needs it: never type it in or share it.',

  'sign.heading': '{app} wants to know it’s you',
  'sign.headingUnnamed': 'This site wants to know it’s you',
  'sign.help': 'Sign this message to prove you own this wallet. It costs nothing and moves nothing.',
  'sign.busy': 'Authenticating...',
  'sign.busyHelp': 'Accept the message in the wallet’s window.',
  'sign.declined': 'You declined the signature. Sign to continue, or cancel.',
  'sign.unreachable': 'The sign-in server can’t be reached. Your wallet stays connected.',
  'sign.refused': 'The signature was not accepted. Try again.',
  'sign.site': 'Site',
  'sign.account': 'Account',
  'sign.network': 'Network',
  'sign.sign': 'Sign',

  'account.copy': 'Copy address',
  'account.total': 'Total value',
  'account.noTotal': 'No value known',
  'account.receive': 'Receive',
  'account.tabs': 'What this account holds and did',
  'account.tokens': 'Tokens',
  'account.nfts': 'NFTs',
  'account.activity': 'Activity',
  'account.stale': 'Can’t be brought up to date right now. Trying again…',
  'account.unreachable': 'The server can’t be reached',
  'account.unreachableHelp': 'Your funds are safe. This is tried again by itself.',
  'account.retry': 'Retry',
  'account.unavailable': 'Not available in this app',
  'account.unavailableHelp': 'Your wallet shows it.',
  'tokens.empty': 'No tokens yet',
  'tokens.emptyHelp': 'Receive some to get started.',
  'tokens.noPrice': 'no price',
  'nfts.empty': 'No NFTs yet',
  'nfts.emptyHelp': 'Receive one and it is shown here.',
  'nfts.quantity': '×{count}',
  'activity.empty': 'No activity yet',
  'activity.emptyHelp': 'What you send and receive is listed here.',
  'activity.failed': 'Failed',
  'activity.pending': 'Pending',
  'activity.from': 'from {address}',
  'activity.to': 'to {address}',
  'activity.of': '{operation} to {address}',
  'activity.what': '{name}',
  'activity.with': 'with {name}',
  'activity.traded': '{sold} → {bought}',
  'activity.nft': '{count} NFT',
  'activity.undated': 'Not dated yet',
  'operation.approve': 'Approved',
  'operation.borrow': 'Borrowed',
  'operation.burn': 'Burned',
  'operation.claim': 'Claimed',
  'operation.deploy': 'Deployed',
  'operation.deposit': 'Deposited',
  'operation.execute': 'Executed',
  'operation.mint': 'Minted',
  'operation.receive': 'Received',
  'operation.repay': 'Repaid',
  'operation.send': 'Sent',
  'operation.trade': 'Traded',
  'operation.withdraw': 'Withdrawn',

  'settings.network': 'Network',
  'settings.wallet': 'Wallet',

  'networks.search': 'Search',
  'networks.list': 'Networks',
  'networks.connected': 'Connected',
  'networks.empty': 'No network of that name',
  'networks.emptyHelp': 'Check the spelling, or show all of them.',
  'networks.showAll': 'Show all networks',

  'switch.waiting': 'Continue in {wallet}',
  'switch.waitingHelp': 'Accept the switch to {network} in the wallet’s window.',
  'switch.slow': 'Still waiting for {wallet}',
  'switch.slowHelp': 'Its window may be behind this one. You can ask it again.',
  'switch.rejected': 'Not switched',
  'switch.rejectedHelp': 'You said no in {wallet}. The network is the same as before.',
  'switch.failed': '{wallet} could not switch',
  'switch.yourWallet': 'your wallet',

  'unsupported.heading': 'This app does not work on that network',
  'unsupported.help': 'Choose one it knows to go on.',

  'receive.help': 'Only send what is on {network} to this address.',
  'receive.copy': 'Copy address',
  'receive.qr': 'QR code of the address',

  'notice.authInitFailed': 'A problem occurred while trying initialize authentication',
  'notice.signatureDeclined': 'Signature declined',
  'notice.smartAccountUnsupported': 'This application might not support Smart Accounts',

  'alert.network-not-found': 'Network Not Found',
  'alert.network-not-found.help':
    'The gateway does not serve this network. Check the networks option and the gateway’s chains.',
  'alert.invalid-app-configuration': 'Invalid App Configuration',
  'alert.invalid-app-configuration.help': 'This origin is not on the project’s allowlist.',
  'alert.session-expired': 'Session Expired',
  'alert.session-expired.help': 'The session is not valid. Check the time settings of this device.',
  'alert.invalid-project-id': 'Invalid Project ID',
  'alert.invalid-project-id.help': 'The gateway does not know this project id.',
  'alert.project-id-not-configured': 'Project ID Not Configured',
  'alert.project-id-not-configured.help': 'Pass a projectId to createAppKit.',
  'alert.switch-network-not-found': 'Network Not Found',
  'alert.switch-network-not-found.help': 'The app asked for a network it has not listed.',
} as const satisfies Record<string, string>

export type CopyId = keyof typeof copy

/**
 * A sentence as plain text, for attributes and live regions. Values are put in as they are, so the result is text and
 * never markup.
 *
 * @example
 * text('connecting.waiting', { wallet: 'Rabby' }) // 'Continue in Rabby'
 */
export function text(id: CopyId, values: Readonly<Record<string, string>> = {}): string {
  return copy[id].replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Whether a text is an id of the catalogue rather than a sentence of the application's own. */
export function isCopyId(value: string): value is CopyId {
  return Object.hasOwn(copy, value)
}
