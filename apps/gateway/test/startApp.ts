import { type WalletConnect, walletConnect } from '@portico/walletconnect'
import { onTestFinished } from 'vitest'

const network = (id: number) => ({
  id,
  name: `Local ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  chainNamespace: 'eip155' as const,
  caipNetworkId: `eip155:${id}` as const,
})

/** Creates Portico's WalletConnect client as an application does; it is destroyed after the test. */
export function startApp(relayUrl: string): WalletConnect {
  const entries = new Map<string, string>()
  const app = walletConnect({
    relayUrl,
    projectId: 'local',
    metadata: { name: 'app', description: 'app', url: 'https://app.example', icons: [] },
    networks: () => [network(31337), network(31338)],
    rpc: () => Promise.reject(new Error('no network in this test')),
    storage: {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    },
  })
  onTestFinished(() => app.destroy())
  return app
}
