// The methods of the instance in a project written for AppKit, see Project.tsx.
import { BitcoinAdapter } from '@portico/bitcoin'
import {
  type CaipAddress,
  type CaipNetwork,
  type CaipNetworkId,
  type ChainNamespace,
  createAppKit,
  type ThemeMode,
  type ThemeVariables,
  type UseAppKitAccountReturn,
} from '@portico/react'
import { bitcoin, mainnet } from '@portico/react/networks'
import type { DefaultSIWX } from '@portico/siwx'
import type { EIP1193Provider } from 'viem'
import { base } from 'viem/chains'
import { local } from './networks.ts'
import { options, socials } from './options.ts'

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
  await modal.redirect('WalletCompatibleNetworks')
  await modal.popTransactionStack()
  await modal.popTransactionStack('success')
  await modal.handleUnsafeRPCRequest()

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
  const disabled: CaipNetwork[] = modal.getDisabledCaipNetworks()
  const read = [
    modal.isTransactionStackEmpty(),
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

  await modal.setPreferredAccountType('smartAccount', namespace)
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
    modal.subscribeShouldUpdateToAddress((next) => console.log(next?.toLowerCase())),
    modal.subscribeCaipNetworkChange((next) => console.log(next?.caipNetworkId)),
    modal.subscribeRemoteFeatures(({ email }) => console.log(email)),
  ]
  for (const stop of unsubscribe) stop()
  return [
    ...[account, caipAddress, network, networkId, list, active, provider, siwx, mode, variables, address],
    ...[open, loading, selectedNetworkId, activeChain, initialized, image, read, disabled],
  ]
}
