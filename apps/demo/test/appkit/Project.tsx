// A project written for AppKit in which only the imports have changed. It is compiled, not run: every option, hook,
// method, element, event name and type of AppKit that this release has must be accepted as AppKit's users write it. This
// file has the hooks and components; the others of the folder have the rest.
import {
  AppKitAccountButton,
  AppKitButton,
  AppKitConnectButton,
  AppKitNetworkButton,
  AppKitProvider,
  type SIWXConfig,
  type SIWXSession,
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
import type { DefaultSIWX } from '@portico/siwx'
import type { SolanaProvider } from '@portico/solana'
import { useAppKitConnection as useSolanaConnection } from '@portico/solana/react'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { createWalletClient, custom, type EIP1193Provider } from 'viem'
import { base } from 'viem/chains'
import { options } from './options.ts'

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
      sort: 'name',
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
