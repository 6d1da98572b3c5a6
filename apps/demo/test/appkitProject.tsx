// A project written for AppKit in which only the imports have changed. It is compiled, not run: every option, hook,
// method, element, event name and type of AppKit that this release has must be accepted as AppKit's users write it.
import { BitcoinAdapter } from '@portico/bitcoin'
import { EvmAdapter } from '@portico/evm'
import {
  AppKitAccountButton,
  AppKitButton,
  AppKitConnectButton,
  type AppKitNetwork,
  AppKitNetworkButton,
  AppKitProvider,
  type CaipAddress,
  type CaipNetwork,
  type CaipNetworkId,
  type ChainAdapter,
  type ChainNamespace,
  type CreateAppKit,
  createAppKit,
  type Features,
  type Metadata,
  type SIWXConfig,
  type SIWXSession,
  type SocialProvider,
  type ThemeMode,
  type ThemeVariables,
  type UseAppKitAccountReturn,
  type UseAppKitNetworkReturn,
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitConnection,
  useAppKitConnections,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitSIWX,
  useAppKitState,
  useAppKitTheme,
  useAppKitWallets,
  useDisconnect,
  useWalletInfo,
} from '@portico/react'
import {
  type AppKitNetwork as AppKitNetworkOfNetworks,
  bitcoin,
  defineChain,
  mainnet,
  solana,
} from '@portico/react/networks'
import { type AppKitSIWEClient, createSIWEConfig } from '@portico/react/siwe'
import { DefaultSIWX } from '@portico/siwx'
import { SolanaAdapter, type SolanaProvider } from '@portico/solana'
import { useAppKitConnection as useSolanaConnection } from '@portico/solana/react'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { createWalletClient, custom, type EIP1193Provider } from 'viem'
import { base } from 'viem/chains'

// Networks and adapters

const local = defineChain({
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:8545'], webSocket: ['ws://localhost:8545'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'http://localhost:4000' } },
  testnet: true,
  assets: { imageId: 'local', imageUrl: 'http://localhost:4000/icon.png' },
})
const numericId: number = mainnet.id
const reference: string = solana.id
const networks = [mainnet, base, local, solana, bitcoin] as [AppKitNetwork, ...AppKitNetwork[]]
const sameType: AppKitNetworkOfNetworks = networks[0]
const adapters: ChainAdapter[] = [new EvmAdapter(), new SolanaAdapter({}), new BitcoinAdapter({})]

// Options

const metadata: Metadata = {
  name: 'Project',
  description: 'A project',
  url: 'https://app.example',
  icons: ['https://app.example/icon.png'],
}
const socials: SocialProvider[] = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']
const features: Partial<Features> = {
  email: true,
  socials,
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
  headless: false,
  connectMethodsOrder: ['wallet', 'email', 'social'],
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
const themeVariables: ThemeVariables = {
  '--w3m-accent': '#4060ff',
  '--w3m-color-mix': '#00ff00',
  '--w3m-color-mix-strength': 20,
  '--w3m-font-family': 'sans-serif',
  '--w3m-font-size-master': '10px',
  '--w3m-border-radius-master': '4px',
  '--w3m-z-index': 999,
  '--apkt-accent': '#4060ff',
  '--apkt-color-mix': '#00ff00',
  '--apkt-color-mix-strength': 20,
  '--apkt-font-family': 'sans-serif',
  '--apkt-font-size-master': '10px',
  '--apkt-border-radius-master': '4px',
  '--apkt-z-index': 999,
}
const options: CreateAppKit = {
  adapters,
  networks,
  defaultNetwork: base,
  projectId: 'project',
  metadata,
  customRpcUrls: {
    'eip155:1': [{ url: 'https://node.example', config: { batch: true, retryCount: 2 } }],
  },
  chainImages: { 1: 'https://app.example/1.png', [solana.id]: 'https://app.example/solana.png' },
  connectorImages: { 'io.metamask': 'https://app.example/wallet.png' },
  tokens: { 'eip155:1': { address: '0x0', image: 'https://app.example/token.png' } },
  defaultAccountTypes: { eip155: 'eoa', solana: 'eoa', bip122: 'payment' },
  themeMode: 'dark',
  themeVariables,
  features,
  allWallets: 'ONLY_MOBILE',
  includeWalletIds: ['a'],
  excludeWalletIds: ['b'],
  featuredWalletIds: ['c'],
  customWallets: [
    {
      id: 'mine',
      name: 'Mine',
      homepage: 'https://wallet.example',
      image_url: 'https://wallet.example/icon.png',
      mobile_link: 'mine://',
      desktop_link: 'mine://',
      webapp_link: 'https://wallet.example/app',
      app_store: 'https://apps.example',
      play_store: 'https://play.example',
    },
  ],
  termsConditionsUrl: 'https://app.example/terms',
  privacyPolicyUrl: 'https://app.example/privacy',
  enableWallets: true,
  enableEIP6963: true,
  enableInjected: true,
  enableCoinbase: true,
  enableBaseAccount: true,
  enableNetworkSwitch: true,
  enableReconnect: true,
  enableWalletGuide: true,
  enableAuthLogger: true,
  enableMobileFullScreen: false,
  enableWalletConnect: true,
  allowUnsupportedChain: false,
  debug: true,
  siwx: new DefaultSIWX(),
  universalProviderConfigOverride: {
    methods: { eip155: ['eth_sendTransaction'] },
    chains: { eip155: ['eip155:1'] },
    events: { eip155: ['chainChanged'] },
    rpcMap: { 'eip155:1': 'https://node.example' },
    defaultChain: 'eip155:1',
  },
  manualWCControl: false,
  basic: false,
  showWallets: true,
  experimental_preferUniversalLinks: true,
}
const siweConfig: AppKitSIWEClient = createSIWEConfig({
  getNonce: async () => 'nonce',
  getMessageParams: async () => ({
    domain: 'app.example',
    uri: 'https://app.example',
    chains: [1, 8453],
    statement: 'Sign in.',
  }),
  createMessage: ({ address, chainId, nonce }) => `${address} ${chainId} ${nonce}`,
  verifyMessage: async ({ message, signature }) => message !== signature,
  getSession: async () => ({ address: '0x0', chainId: 1 }),
  signOut: async () => true,
  onSignIn: (session) => session?.address,
  onSignOut: () => {},
  required: true,
  enabled: true,
  nonceRefetchIntervalMs: 300_000,
  sessionRefetchIntervalMs: 300_000,
  signOutOnDisconnect: true,
  signOutOnAccountChange: true,
  signOutOnNetworkChange: true,
})

export const otherOptions: CreateAppKit = { networks, projectId: 'project', siweConfig }

// Methods of the instance

const modal = createAppKit(options)

export async function callMethods(namespace: ChainNamespace): Promise<unknown> {
  await modal.ready()
  await modal.open()
  await modal.open({ view: 'Connect', namespace })
  await modal.open({ view: 'ConnectingWalletConnectBasic', uri: 'wc:a@2?relay-protocol=irn&symKey=b' })
  await modal.open({ view: 'Swap', arguments: { amount: '1', fromToken: 'ETH', toToken: 'USDC' } })
  await modal.close()
  modal.setLoading(true)
  modal.setLoading(modal.isOpen(), namespace)
  await modal.replace('Account')
  await modal.redirect('Networks')

  const account: UseAppKitAccountReturn = modal.getAccount(namespace)
  const caipAddress: CaipAddress | undefined = modal.getCaipAddress(namespace)
  const network: CaipNetwork | undefined = modal.getCaipNetwork(namespace, 1)
  const networkId: CaipNetworkId | undefined = modal.getCaipNetworkId()
  const list: CaipNetwork[] = modal.getCaipNetworks(namespace)
  const active: ChainNamespace | undefined = modal.getActiveChainNamespace()
  const provider = modal.getProvider<EIP1193Provider>(namespace)
  const siwx: DefaultSIWX | undefined = modal.getSIWX<DefaultSIWX>()
  const mode: ThemeMode | undefined = modal.getThemeMode()
  const variables: ThemeVariables = modal.getThemeVariables()
  const address: string | undefined = modal.getAddress() ?? modal.getAddressByChainNamespace(namespace)
  const { open, loading, selectedNetworkId, activeChain, initialized } = modal.getState()
  const image = modal
    .getConnectors()
    .map((connector) => [connector.info?.rdns, modal.getConnectorImage(connector)])
  const read = [
    modal.getRemoteFeatures(),
    modal.getEvent()?.data.event,
    modal.getEvent()?.timestamp,
    modal.getError(),
    modal.getChainId(),
    modal.getApprovedCaipNetworkIds(),
    modal.getIsConnectedState(),
    modal.getWalletInfo(namespace)?.name,
    modal.getProviderType(namespace),
    modal.getWalletProvider(),
    modal.getWalletProviderType(),
    await modal.getUniversalProvider(),
    modal.getPreferredAccountType(namespace),
    modal.getConnections(namespace),
    modal.getRecentConnections(namespace),
    await modal.getReownName('0x0'),
    modal.getConnectMethodsOrder(),
  ]

  await modal.disconnect()
  await modal.disconnect(namespace)
  await modal.switchNetwork(base)
  await modal.switchNetwork(mainnet, { throwOnFailure: true })
  modal.addNetwork('eip155', local)
  modal.removeNetwork('eip155', local.id)
  await modal.removeAdapter('bip122')
  await modal.addAdapter(new BitcoinAdapter(), [bitcoin])
  await modal.setEIP6963Enabled(false)
  await modal.updateNativeBalance('0x0', 1, 'eip155')
  await modal.fetchIdentity({ address: '0x0' })
  await modal.syncIdentity({ address: '0x0', chainId: 1, chainNamespace: 'eip155' })
  const connection = modal.getConnections(namespace)[0]
  if (connection) await modal.switchConnection({ connection, address: '0x0', namespace })
  await modal.deleteConnection({ namespace, address: '0x0', connectorId: 'io.metamask' })

  modal.setThemeMode('light')
  modal.setThemeVariables({ '--w3m-accent': 'red' })
  modal.setTermsConditionsUrl('https://app.example/terms')
  modal.setPrivacyPolicyUrl('https://app.example/privacy')
  modal.setConnectMethodsOrder(['wallet', 'email'])
  modal.setWalletFeaturesOrder(['receive', 'send'])
  modal.setCollapseWallets(true)
  modal.setSocialsOrder(socials)
  modal.updateFeatures({ email: false })
  await modal.updateRemoteFeatures({ email: false })
  modal.updateOptions({ enableWallets: false, features: { history: false } })
  modal.showErrorMessage('Failed')
  modal.showSuccessMessage('Done')

  const unsubscribe: (() => void)[] = [
    modal.subscribeState(({ open: isOpen, selectedNetworkId: id }) => console.log(isOpen, id)),
    modal.subscribeTheme(({ themeMode }) => console.log(themeMode)),
    modal.subscribeEvents(({ data }) => console.log(data.event, data.properties)),
    modal.subscribeAccount(({ status, isConnected }) => console.log(status, isConnected), namespace),
    modal.subscribeNetwork(({ caipNetwork, chainId, caipNetworkId: id }) =>
      console.log(caipNetwork?.name, chainId, id),
    ),
    modal.subscribeWalletInfo((info) => console.log(info?.name), namespace),
    modal.subscribeProviders((providers) => console.log(providers.eip155)),
    modal.subscribeConnections(({ connections }) => console.log(connections.length)),
    modal.subscribeCaipNetworkChange((next) => console.log(next?.caipNetworkId)),
    modal.subscribeRemoteFeatures(({ email }) => console.log(email)),
  ]
  for (const stop of unsubscribe) stop()
  return [
    ...[account, caipAddress, network, networkId, list, active, provider, siwx, mode, variables, address],
    ...[open, loading, selectedNetworkId, activeChain, initialized, image, read],
  ]
}

// Hooks

export function Project() {
  const { open, close } = useAppKit()
  const account: UseAppKitAccountReturn = useAppKitAccount({ namespace: 'bip122' })
  const { address, caipAddress, isConnected, status, allAccounts, embeddedWalletInfo } = useAppKitAccount()
  const network: UseAppKitNetworkReturn = useAppKitNetwork()
  const { caipNetwork, chainId, caipNetworkId, switchNetwork } = network
  const state = useAppKitState()
  const { themeMode, themeVariables: variables, setThemeMode, setThemeVariables } = useAppKitTheme()
  const { timestamp, data, reportedErrors } = useAppKitEvents()
  const { fetchBalance } = useAppKitBalance()
  const { walletInfo } = useWalletInfo('eip155')
  const { walletProvider, walletProviderType } = useAppKitProvider<EIP1193Provider>('eip155')
  const { disconnect } = useDisconnect()
  const { connections, recentConnections } = useAppKitConnections('eip155')
  const { connection, isPending, switchConnection, deleteConnection } = useAppKitConnection({
    namespace: 'eip155',
    onSuccess: (change) => console.log(change.address, change.namespace),
    onError: (error) => console.error(error),
  })
  const { connection: solanaConnection } = useSolanaConnection()
  const { walletProvider: solanaProvider } = useAppKitProvider<SolanaProvider>('solana')
  const siwx = useAppKitSIWX<DefaultSIWX>()
  const headless = useAppKitWallets()

  const user = embeddedWalletInfo?.user
  const isSocial = embeddedWalletInfo?.authProvider === 'google' || walletInfo?.social === 'google'
  const hasLoggedIn = data.event === 'SOCIAL_LOGIN_SUCCESS' || data.event === 'CONNECT_SUCCESS'
  const hasPaid =
    data.event === 'SWAP_SUCCESS' || data.event === 'SEND_SUCCESS' || data.event === 'PAY_SUCCESS'

  async function use() {
    // AppKit's type of the provider is never undefined.
    const client = createWalletClient({ chain: base, transport: custom(walletProvider) })
    await walletProvider.request({ method: 'eth_chainId' })
    const { data: balance, error, isSuccess, isError } = await fetchBalance()
    await switchNetwork(base)
    await open({ view: 'Networks', namespace: 'eip155' })
    await close()
    setThemeMode('dark')
    setThemeVariables({ '--w3m-z-index': 1 })
    for (const one of connections) {
      await switchConnection({ connection: one, address })
      await deleteConnection({ address: one.accounts[0]?.address ?? '', connectorId: one.connectorId })
    }
    await disconnect({ id: 'io.metamask', namespace: 'eip155' })
    await headless.fetchWallets({
      page: 1,
      search: 'meta',
      entries: 20,
      badge: 'certified',
      include: ['a'],
      exclude: ['b'],
    })
    const wallet = headless.wallets[0] ?? headless.wcWallets[0]
    if (wallet) await headless.connect(wallet, 'eip155')
    await headless.getWcUri()
    headless.resetWcUri()
    headless.resetConnectingWallet()
    const sessions: SIWXSession[] | undefined = await siwx?.getSessions('eip155:1', address ?? '')
    if (solanaConnection && solanaProvider.publicKey) {
      const fromPubkey = new PublicKey(solanaProvider.publicKey.toBase58())
      const lamports = await solanaConnection.getBalance(fromPubkey)
      const { blockhash } = await solanaConnection.getLatestBlockhash()
      const transaction = new Transaction({ feePayer: fromPubkey, recentBlockhash: blockhash }).add(
        SystemProgram.transfer({ fromPubkey, toPubkey: fromPubkey, lamports }),
      )
      await solanaProvider.sendTransaction(transaction, solanaConnection)
    }
    return [client, balance?.balance, balance?.symbol, error, isSuccess, isError, sessions]
  }

  return (
    <AppKitProvider {...options} siwx={siwx satisfies SIWXConfig | undefined}>
      <AppKitButton
        size="sm"
        label="Sign in"
        loadingLabel="Wait"
        balance="hide"
        charsStart={4}
        charsEnd={6}
        namespace="eip155"
        disabled={false}
      />
      <AppKitConnectButton size="md" label="Sign in" loadingLabel="Wait" namespace="eip155" />
      <AppKitAccountButton balance="show" charsStart={4} charsEnd={6} namespace="eip155" disabled />
      <AppKitNetworkButton label="Network" disabled />
      <button type="button" disabled={isPending} onClick={() => void use()}>
        {[address, caipAddress, isConnected, status, chainId, caipNetwork?.name, caipNetworkId].join()}
        {[network.approvedCaipNetworkIds?.length, network.supportsAllNetworks].join()}
        {allAccounts.map((one) => [
          one.namespace,
          one.address,
          one.type,
          one.publicKey,
          one.path,
          one.chainId,
        ])}
        {[user?.email, user?.username, user?.accounts?.length, embeddedWalletInfo?.accountType].join()}
        {[embeddedWalletInfo?.isSmartAccountDeployed, isSocial, account.caipAddress, hasLoggedIn].join()}
        {[state.loading, state.open, state.selectedNetworkId, state.activeChain, state.initialized].join()}
        {[state.connectingWallet?.name, state.email, state.socials, state.activity, hasPaid].join()}
        {[themeMode, variables['--w3m-accent'], timestamp, data.type, data.address].join()}
        {[walletInfo?.name, walletInfo?.icon, walletInfo?.type, walletInfo?.identifier].join()}
        {[walletProviderType, Object.keys(reportedErrors).length, data.properties?.method].join()}
        {[connection?.name, connection?.icon, connection?.networkIcon, connection?.auth?.name].join()}
        {[connection?.caipNetwork?.name, recentConnections.length].join()}
        {[headless.isFetchingWallets, headless.isFetchingWcUri, headless.isInitialized].join()}
        {[headless.wcUri, headless.wcError, headless.wcClientId, headless.page, headless.count].join()}
        {headless.connectingWallet?.name}
      </button>
    </AppKitProvider>
  )
}

// Elements, also with their legacy names

export function Elements() {
  return (
    <>
      <appkit-button
        class="wide"
        disabled
        balance="hide"
        size="sm"
        label="Sign in"
        loadingLabel="Wait"
        namespace="eip155"
        charsStart={4}
        charsEnd={6}
      />
      <appkit-wallet-button class="wide" wallet="metamask" namespace="eip155" disabled />
      <w3m-wallet-button wallet="email" />
      <appkit-connect-button size="md" label="Sign in" loadingLabel="Wait" namespace="solana" />
      <appkit-account-button disabled balance="show" charsStart={4} charsEnd={6} namespace="bip122" />
      <appkit-network-button disabled label="Network" />
      <w3m-button balance="hide" />
      <w3m-connect-button label="Sign in" />
      <w3m-account-button charsStart={4} />
      <w3m-network-button disabled />
    </>
  )
}

// Options that are refused on purpose: an option without effect would mislead, see packages/react/README.md

export const refused: CreateAppKit[] = [
  // @ts-expect-error a service of AppKit's vendor
  { networks, projectId: 'project', features: { smartSessions: true } },
  // @ts-expect-error a service of AppKit's vendor
  { networks, projectId: 'project', features: { reownAuthentication: true } },
  // @ts-expect-error there is no vendor's SDK to configure
  { networks, projectId: 'project', coinbasePreference: 'all' },
  // @ts-expect-error the kit has its own client of WalletConnect
  { networks, projectId: 'project', universalProvider: {} },
]

export const unused = [numericId, reference, sameType]
