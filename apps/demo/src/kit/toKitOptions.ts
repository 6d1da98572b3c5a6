import { BitcoinAdapter } from '@portico/bitcoin'
import { EvmAdapter } from '@portico/evm'
import type { AppKitOptions } from '@portico/react'
import { base, bitcoin, bitcoinSignet, mainnet, solana, solanaDevnet } from '@portico/react/networks'
import { DefaultSIWX } from '@portico/siwx'
import { SolanaAdapter } from '@portico/solana'
import type { DemoOptions } from '../options/demoOptions.ts'
import { nestOptions } from '../options/nestOptions.ts'
import { localNetworks } from './localNetworks.ts'
import type { ServerAddresses } from './serverAddresses.ts'

/** Combines the options from the page's address with the server addresses into the options of `createAppKit`. */
export function toKitOptions(
  options: DemoOptions,
  addresses: ServerAddresses,
  origin: string,
): AppKitOptions {
  const {
    signIn = 'optional',
    gateway = true,
    relay = true,
    walletConnectOnly = false,
    legal = false,
    rtl: _,
    announceEmbedded: _announced,
    networks = [31337, 31338, 'local-solana', 'local-solana-two', 'local-bitcoin', 'local-signet'],
    defaultNetwork,
    metadata,
    ...others
  } = nestOptions(options)
  const { gatewayUrl, walletUrl, onrampUrl } = addresses
  const available = {
    ...localNetworks(addresses),
    1: mainnet,
    8453: base,
    solana,
    'solana-devnet': solanaDevnet,
    bitcoin,
    'bitcoin-signet': bitcoinSignet,
  }
  const findNetwork = (id: unknown) => available[id as keyof typeof available]
  const adapters = [new EvmAdapter(), new SolanaAdapter(), new BitcoinAdapter()]
  const chosen = (networks as unknown[]).flatMap((id) => findNetwork(id) ?? [])
  return {
    // Each option was validated against the option table.
    ...(others as Partial<AppKitOptions>),
    projectId: 'local',
    // Only the adapters of namespaces with a chosen network.
    adapters: adapters.filter(
      ({ namespace }) =>
        !walletConnectOnly && chosen.some(({ chainNamespace }) => chainNamespace === namespace.id),
    ),
    networks: chosen as unknown as AppKitOptions['networks'],
    defaultNetwork: findNetwork(defaultNetwork),
    metadata: {
      name: 'Portico Demo',
      description: 'A playground for every option of Portico.',
      url: origin,
      ...(metadata as object | undefined),
    },
    walletUrl,
    onrampHosts: [new URL(onrampUrl).host],
    ...(gateway ? { gatewayUrl } : {}),
    ...(relay ? { walletConnect: { relayUrl: `${gatewayUrl.replace(/^http/, 'ws')}/relay` } } : {}),
    ...(legal ? { termsConditionsUrl: `${origin}/#terms`, privacyPolicyUrl: `${origin}/#privacy` } : {}),
    ...(signIn === 'off' ? {} : { siwx: new DefaultSIWX({ required: signIn === 'required' }) }),
  }
}
