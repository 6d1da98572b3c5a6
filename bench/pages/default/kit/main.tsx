import { EvmAdapter } from '@portico/evm'
import { AppKitButton, createAppKit, useAppKitAccount } from '@portico/react'
import { base, mainnet } from '@portico/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({
  adapters: [new EvmAdapter()],
  networks: [mainnet, base],
  projectId: 'local',
})

function App() {
  const { address } = useAppKitAccount()
  return (
    <>
      <AppKitButton />
      <p data-testid="address">{address}</p>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
