import { AppKitButton, createAppKit, DefaultSIWX } from '@portico/react'
import { base, mainnet } from '@portico/react/networks'
import { WagmiAdapter } from '@portico/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useConnection, WagmiProvider } from 'wagmi'

const networks = [mainnet, base]
const wagmiAdapter = new WagmiAdapter({ networks, projectId: 'local' })
createAppKit({ adapters: [wagmiAdapter], networks, projectId: 'local', siwx: new DefaultSIWX() })

const Address = () => <p>{useConnection().address}</p>

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <AppKitButton />
      <Address />
    </QueryClientProvider>
  </WagmiProvider>,
)
