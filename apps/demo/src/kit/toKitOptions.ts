import { EvmAdapter } from '@portico/evm'
import type { AppKitOptions } from '@portico/react'
import { base, defineChain, mainnet } from '@portico/react/networks'
import { DefaultSIWX } from '@portico/siwx'
import type { DemoOptions } from '../options/demoOptions.ts'
import { nestOptions } from '../options/nestOptions.ts'
import type { ServerAddresses } from './serverAddresses.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** The options of `createAppKit` for a setup of the demo: what the address says, and the servers of this machine. */
export function toKitOptions(
  options: DemoOptions,
  { gatewayUrl, walletUrl, rpcUrls }: ServerAddresses,
  origin: string,
): AppKitOptions {
  const {
    signIn = 'optional',
    gateway = true,
    relay = true,
    legal = false,
    rtl: _,
    networks = [31337, 31338],
    defaultNetwork,
    metadata,
    ...others
  } = nestOptions(options)
  const known = [
    local(31337, 'Local One', rpcUrls[31337]),
    local(31338, 'Local Two', rpcUrls[31338]),
    mainnet,
    base,
  ]
  const find = (id: unknown) => known.find((network) => network.id === id)
  const chosen = (networks as unknown[]).flatMap((id) => find(id) ?? [])
  return {
    // Checked against the option table on their way in, one by one.
    ...(others as Partial<AppKitOptions>),
    projectId: 'local',
    adapters: [new EvmAdapter()],
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

function local(id: number, name: string, url: string) {
  return defineChain({
    id,
    name,
    nativeCurrency: ether,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  })
}
