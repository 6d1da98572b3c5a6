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

/** The options of `createAppKit` for a setup of the demo: what the address says, and the servers of this machine. */
export function toKitOptions(
  options: DemoOptions,
  addresses: ServerAddresses,
  origin: string,
): AppKitOptions {
  const {
    signIn = 'optional',
    gateway = true,
    relay = true,
    legal = false,
    rtl: _,
    networks = [31337, 31338, 'local-solana', 'local-solana-two', 'local-bitcoin', 'local-signet'],
    defaultNetwork,
    metadata,
    ...others
  } = nestOptions(options)
  const { gatewayUrl, walletUrl } = addresses
  const known = {
    ...localNetworks(addresses),
    1: mainnet,
    8453: base,
    solana,
    'solana-devnet': solanaDevnet,
    bitcoin,
    'bitcoin-signet': bitcoinSignet,
  }
  const find = (id: unknown) => known[id as keyof typeof known]
  const adapters = [new EvmAdapter(), new SolanaAdapter(), new BitcoinAdapter()]
  const chosen = (networks as unknown[]).flatMap((id) => find(id) ?? [])
  return {
    // Checked against the option table on their way in, one by one.
    ...(others as Partial<AppKitOptions>),
    projectId: 'local',
    // A page pays for the families it has networks of.
    adapters: adapters.filter(({ namespace }) =>
      chosen.some(({ chainNamespace }) => chainNamespace === namespace.id),
    ),
    networks: chosen as unknown as AppKitOptions['networks'],
    defaultNetwork: find(defaultNetwork),
    metadata: {
      name: 'Portico Demo',
      description: 'A playground for every option of Portico.',
      url: origin,
      ...(metadata as object | undefined),
    },
    walletUrl,
    ...(gateway ? { gatewayUrl } : {}),
    ...(relay ? { walletConnect: { relayUrl: `${gatewayUrl.replace(/^http/, 'ws')}/relay` } } : {}),
    ...(legal ? { termsConditionsUrl: `${origin}/#terms`, privacyPolicyUrl: `${origin}/#privacy` } : {}),
    ...(signIn === 'off' ? {} : { siwx: new DefaultSIWX({ required: signIn === 'required' }) }),
  }
}
