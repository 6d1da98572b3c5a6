import { EvmAdapter } from '@portico/evm'
import { AppKitButton, createAppKit } from '@portico/react'
import { mainnet, solana } from '@portico/react/networks'
import { DefaultSIWX } from '@portico/siwx'
import { SolanaAdapter } from '@portico/solana'
import { createRoot } from 'react-dom/client'

createAppKit({
  adapters: [new EvmAdapter(), new SolanaAdapter()],
  networks: [mainnet, solana],
  projectId: 'local',
  gatewayUrl: 'http://localhost:4401',
  siwx: new DefaultSIWX(),
})

createRoot(document.getElementById('root') as HTMLElement).render(<AppKitButton />)
