import { BitcoinAdapter } from '@portico/bitcoin'
import { EvmAdapter } from '@portico/evm'
import { AppKitButton, createAppKit } from '@portico/react'
import { bitcoin, mainnet } from '@portico/react/networks'
import { DefaultSIWX } from '@portico/siwx'
import { createRoot } from 'react-dom/client'

createAppKit({
  adapters: [new EvmAdapter(), new BitcoinAdapter()],
  networks: [mainnet, bitcoin],
  projectId: 'local',
  gatewayUrl: 'http://localhost:4401',
  siwx: new DefaultSIWX(),
})

createRoot(document.getElementById('root') as HTMLElement).render(<AppKitButton />)
