import { EvmAdapter } from '@portico/evm'
import { AppKitButton, createAppKit, DefaultSIWX } from '@portico/react'
import { base, mainnet } from '@portico/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({
  adapters: [new EvmAdapter()],
  networks: [mainnet, base],
  projectId: 'local',
  gatewayUrl: 'http://localhost:4401',
  siwx: new DefaultSIWX(),
})

createRoot(document.getElementById('root') as HTMLElement).render(<AppKitButton />)
