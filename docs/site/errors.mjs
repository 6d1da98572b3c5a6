/**
 * Cause and remedy of the errors that packages throw and alerts that the kit shows, by code. The problems of gateway and vault have
 * both in their own tables.
 *
 * `message` is what the developer reads, where it is fixed; `[cause, remedy]` otherwise.
 */
export const errors = {
  unknown: ['An error without a code of its own.', 'Read its message and its `cause`.'],
  'account-undefined': [
    'The view or method needs a connected account, and there is none.',
    'Connect first: check `isConnected` of `useAppKitAccount`.',
  ],
  'adapter-in-use': [
    '`removeAdapter` was called while a wallet of this namespace is connected.',
    'Call `disconnect(namespace)` first.',
  ],
  'adapter-not-found': [
    '`createAppKit` has no adapter for this namespace.',
    'Add it to `adapters`: `new EvmAdapter()`, `new SolanaAdapter()` or `new BitcoinAdapter()`.',
  ],
  'bundler-refused': [
    'The gateway or the bundler does not take a user operation. The message has the reason and the number of ERC-7769.',
    'Correct the operation; for limits and empty deposits, the operator checks [Sponsored fees](/operate/sponsored-fees).',
  ],
  'catalogue-build': [
    'The list of wallets could not be built from the packages that the lock file names.',
    'Install again with `npm ci`, and read the message for the file that is missing.',
  ],
  'connect-method-unavailable': [
    'The wallet button or `connect` asks for a way to connect that is off or unknown.',
    'Turn it on in `features`, and set `walletUrl` for e-mail and social logins, or `walletConnect` for WalletConnect.',
  ],
  'connection-abandoned': [
    'The visitor closed the modal or chose another wallet before this one answered.',
    'Nothing to do: ignore it, as you ignore a rejection.',
  ],
  'connector-not-found': [
    'The wallet is not installed, or was disabled, or its ID is wrong.',
    'Use an ID of `getConnectors()`, and check `excludeWalletIds`, `enableEIP6963` and `enableInjected`.',
  ],
  'database-unreachable': [
    'The server of `DATABASE_URL` does not answer.',
    'Start it, and check the address and the network between the two. The gateway recovers by itself; `/readyz` says when.',
  ],
  'database-unusable': [
    'The database cannot be opened, or has tables of a newer version.',
    'Check `DATABASE_URL` or the permissions of `PORTICO_DATA_DIR`. After a downgrade, restore the backup from before the upgrade.',
  ],
  'email-login-required': [
    'The e-mail address can only be changed by a visitor who logged in by e-mail.',
    'Offer it only if `embeddedWalletInfo.authProvider` is `email`.',
  ],
  'email-throttled': [
    'A code was requested less than half a minute ago.',
    'Wait as many seconds as the message says.',
  ],
  'envelope-unreadable': [
    'A stored secret cannot be decrypted: the key file is another one, or a row was changed.',
    'Start the server with the key file that it had before. Restore that file from your backup; without it the secrets are lost.',
  ],
  'farcaster-expired': [
    'The visitor did not confirm the login in the Farcaster app in time.',
    'Start the login again.',
  ],
  'farcaster-failed': [
    'The relay of Farcaster gave no valid answer.',
    'Try again later, or log in another way.',
  ],
  'frame-aborted': [
    'The visitor closed the request of the embedded wallet, or logged out meanwhile.',
    'Treat it as a rejection.',
  ],
  'frame-missing': [
    'The embedded wallet was used before its frame was there.',
    'Set `walletUrl`, and connect before you use the provider.',
  ],
  'frame-request': [
    'The embedded wallet refused a request. `code` has the reason if there is one.',
    'Read the message. For problems of the servers, open the page of that code.',
  ],
  'frame-timeout': [
    'The embedded wallet did not answer in time.',
    'Check that the wallet site runs at `walletUrl`, and that its `ALLOWED_ORIGINS` or your project allow the page. `npx @portico/cli doctor --wallet <url>` finds which.',
  ],
  'frame-unavailable': [
    'The frame of `walletUrl` could not be loaded.',
    'Check the address, `frame-src` of your content security policy, and that the wallet site allows your origin: `npx @portico/cli doctor --wallet <url> --origin <origin>`.',
  ],
  gateway: [
    'The gateway refused a request without naming a code of its own.',
    'Read `details`. If a proxy answers instead of the gateway, check its configuration.',
  ],
  'gateway-unreachable': [
    'The gateway did not answer: it is stopped, the address is wrong, or the page may not ask it.',
    'Open `<gatewayUrl>/readyz`. Then check `connect-src` of your content security policy and the allowed origins of the project: `npx @portico/cli doctor <gatewayUrl> --project <id> --origin <origin>`.',
  ],
  'gateway-url': ['`gatewayUrl` is not a URL.', 'Write it with its scheme: `https://gateway.example.org`.'],
  'http-status': [
    'A server answered with an unexpected HTTP status.',
    'Read the status in the message and the server’s log.',
  ],
  'invalid-caip': [
    'An ID of a network or account does not follow CAIP-2 or CAIP-10.',
    'Write networks as `eip155:1` and accounts as `eip155:1:0x…`.',
  ],
  'invalid-config': [
    'An environment variable of a server is missing or wrong. The message names each.',
    'Correct them, and try with `npm run gateway -- --check` before you start.',
  ],
  'invalid-envelope': [
    'A message over WalletConnect could not be decrypted.',
    'Nothing to do for a single one. If all fail, the wallet and the page use different keys: disconnect and pair again.',
  ],
  'invalid-message': [
    'A sign-in message does not follow EIP-4361 or CAIP-122. The message names the field.',
    'Correct the field; write messages with `createMessage` of `@portico/siwx`.',
  ],
  'invalid-pairing-uri': [
    'A pairing URI of WalletConnect is malformed.',
    'Copy the whole link: it begins with `wc:` and contains `@2`.',
  ],
  'last-network': [
    '`removeNetwork` was called for the only network of a namespace.',
    'Add another network first, or remove the namespace with `removeAdapter`.',
  ],
  'login-cancelled': [
    'The visitor closed the login.',
    'Nothing to do: ignore it, as you ignore a rejection.',
  ],
  'mail-refused': [
    'The mail server refused a mail.',
    'Check `SMTP_URL` or `GATEWAY_SMTP_URL`, the sender’s address and the limits of the mail provider. The log has its answer.',
  ],
  'mailbox-failed': [
    'The relay could not store or read messages: Redis or the disk fails.',
    'Check Redis or the disk; `/readyz` says which part has failed.',
  ],
  'missing-app-kit': [
    'A hook or component was used before `createAppKit`.',
    'Call `createAppKit` at module level, in a file that is imported before the first component is rendered. In Next.js, that file needs `use client`: [Next.js](/start/next).',
  ],
  'modal-closed': [
    'The visitor closed the modal before the wallet button or update was finished.',
    'Nothing to do: ignore it, as you ignore a rejection.',
  ],
  'name-changed': [
    'The name of the recipient points to another address than when it was entered.',
    'Have the visitor check the recipient and send again.',
  ],
  'name-contradicted': [
    'Ethereum gives the name another address than the gateway.',
    'Do not send. The operator checks the gateway’s upstream for `eip155:1`.',
  ],
  'network-not-found': [
    'The network is not one of `networks`.',
    'Add it to `networks`, or call `addNetwork` first.',
  ],
  'network-undefined': ['There is no active network.', 'List at least one network for each adapter.'],
  'no-accounts': [
    'The wallet is connected and shared no account.',
    'Have the visitor unlock the wallet and choose an account.',
  ],
  'no-active-caip-address': ['Signing in needs a connected account, and there is none.', 'Connect first.'],
  'no-active-caip-network': ['The namespace has no network in `networks`.', 'Add one.'],
  'no-connection-client': [
    'The kit has no adapter that can sign.',
    'Add the adapter of the namespace to `adapters`.',
  ],
  'no-evm-network': [
    '`WagmiAdapter` got networks of which none is an Ethereum chain.',
    'Add one to `networks`.',
  ],
  'pairing-uri': [
    '`open({ uri })` got something that is not a pairing URI.',
    'Pass the `wc:…` URI of your WalletConnect client.',
  ],
  'exchange-unavailable': [
    'The page of an exchange was asked for, and there are none: `useAvailableExchanges` returns no exchanges.',
    'Use `openPay`: with "Pay another way" a visitor pays from any exchange. See [Payments](/recipes/pay).',
  ],
  'pay-request': [
    'The payment that was asked for is malformed. The message says what is wrong.',
    'Correct `network`, `asset`, `recipient` or `amount`: [Payments](/recipes/pay).',
  ],
  'provider-off': [
    'The operator has not set up logins with this provider.',
    'Set `SOCIAL_<PROVIDER>_CLIENT_ID` and its secret at vault, gateway and wallet site: [Add Google](/recipes/google).',
  ],
  'provider-url': [
    'The page of a buy provider was not opened: its host is not known, or its URL names another account than the visitor’s.',
    'If it is a provider of your own, add its host to `onrampHosts`. If the host is known, the gateway has answered with somebody else’s account.',
  ],
  'relay-link-lost': [
    'The connection to the WalletConnect relay was lost.',
    'The kit connects again by itself. If it keeps happening, check that your proxy passes WebSockets on.',
  ],
  'relay-not-delivered': [
    'The relay did not take a message in time.',
    'Check the connection, and have the visitor try again.',
  ],
  'relay-refused': [
    'The relay does not accept the application. The message has the relay’s reason.',
    'Check the project ID, the allowed origins of the project, and `PUBLIC_URLS` of the gateway.',
  ],
  'request-refused': [
    'The embedded wallet refuses this request, whatever the visitor says: it is not safe or not supported.',
    'Read the message for the rule. [Security](/security) says what the wallet never signs.',
  ],
  'return-not-allowed': [
    'A social login returns to the page that started it, and was asked to return elsewhere.',
    'Leave `returnTo` out, or set an address of the page’s own origin.',
  ],
  'rpc-error': [
    'The wallet or a node refused a request. `rpcCode` has its number.',
    'See [RPC codes](/errors/rpc-codes).',
  ],
  'secret-file-unusable': [
    'A file with a secret is missing, empty, or can be read by others.',
    'Create it with mode 0600, owned by the user of the server.',
  ],
  'send-cancelled': [
    'The visitor closed the view Send, or rejected, without sending.',
    'Nothing to do: ignore it, as you ignore a rejection.',
  ],
  'send-unknown': [
    'The wallet did not say whether it has sent the transaction.',
    'Look at the account’s activity before you send again: it may have been sent.',
  ],
  'server-unreachable': [
    'The wallet site cannot reach the gateway or the vault.',
    'Check that both run, and that the wallet site has their public addresses.',
  ],
  'session-ended': [
    'The session at the embedded wallet has ended: it was revoked or has expired.',
    'Log in again.',
  ],
  'session-invalid': [
    'The page does not accept the sign-in. `code` has the reason if it is known.',
    'Sign in again. `client-unavailable` means that the network could not be reached, and not that the signature is wrong.',
  ],
  'sign-in-options': ['Both `siwx` and `siweConfig` are set.', 'Set one of them.'],
  'sign-in-server-error': [
    'The sign-in server refused the request. `code` and `detail` are its own.',
    'Open the page of that code.',
  ],
  'sign-in-server-unreachable': [
    'The server that keeps the sign-in does not answer.',
    'Check `gatewayUrl`, or your own server for `siweConfig`.',
  ],
  'siwe-verification': [
    '`verifyMessage` of your `siweConfig` returned false.',
    'Log what your server finds: usually the domain or the nonce differ. [Sign in with a server](/recipes/sign-in).',
  ],
  'siwx-not-enabled': [
    'A sign-in was asked for, and neither `siwx` nor `siweConfig` is set.',
    'Set `siwx: new DefaultSIWX()`.',
  ],
  'social-failed': [
    'The login at the provider failed.',
    'Try again. If it always fails, check client ID, secret and redirect address: [Add Google](/recipes/google).',
  ],
  'social-refused': [
    'The visitor refused the login at the provider.',
    'Nothing to do: ignore it, as you ignore a rejection.',
  ],
  'swap-unavailable': [
    'The swap cannot be made on this network or with this account.',
    'Choose another network. The operator sets up exchanges: [Swaps](/operate/swaps).',
  ],
  'transfer-changed': [
    'The wallet changed its account or network between the preview and the confirmation.',
    'Have the visitor check the transfer again.',
  ],
  usage: ['A command was called with wrong arguments.', 'Add `help` to the command.'],
  'view-arguments': [
    '`arguments` of `open` do not fit the view. The message says which.',
    'Correct them: [Methods](/reference/methods).',
  ],
  'wallet-not-found': [
    'No wallet has the name that the wallet button was given.',
    'Use the slug of the list of wallets, such as `metamask`, and set a `gatewayUrl`.',
  ],
  'window-closed': ['The visitor closed the window of the embedded wallet.', 'Treat it as a rejection.'],
}

/** What the kit shows to developers and operators in the corner of the page, by the ID of the alert. */
export const alerts = {
  'network-not-found': [
    'The gateway has no upstream for a network of `networks`.',
    'The operator adds it to [RPC_URLS](/operate/gateway-settings) of the gateway. Or remove it from `networks`.',
  ],
  'invalid-app-configuration': [
    'The gateway refuses this page: its origin is not one of the project’s.',
    'Allow it: `npm run gateway -- project set <id> --origin <origin>`, or in `PROJECTS`.',
  ],
  'session-expired': ['The sign-in of the visitor has expired.', 'Have the visitor sign in again.'],
  'invalid-project-id': [
    'The gateway does not know the project ID.',
    'Create the project with `npm run gateway -- project add`, or correct `projectId`.',
  ],
  'project-id-not-configured': ['`projectId` is empty.', 'Set it. Without a gateway, any text will do.'],
  'switch-network-not-found': [
    '`switchNetwork` was called with a network that is not one of `networks`.',
    'Add it to `networks`.',
  ],
  'socials-timeout': [
    'The social logins could not be loaded in time.',
    'Check that the wallet site at `walletUrl` answers.',
  ],
  'multi-wallet-not-enabled': [
    'A hook of several wallets is used, and `features.multiWallet` is off.',
    'Set `features: { multiWallet: true }`.',
  ],
  'headless-not-enabled': [
    '`useAppKitWallets` is used, and `features.headless` is off.',
    'Set `features: { headless: true }`.',
  ],
}
