import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const config = createConfig({
  chains: [mainnet, base],
  transports: { [mainnet.id]: http(), [base.id]: http() },
})
const queryClient = new QueryClient()

/** The floor with wagmi: a hand-written list of its connectors. */
function App() {
  const connectors = useConnectors()
  const connect = useConnect()
  const { address } = useConnection()
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        Connect Wallet
      </button>
      <p data-testid="address">{address}</p>
      <dialog ref={dialog} aria-label="Connect Wallet">
        {isOpen &&
          connectors.map((connector) => (
            <button
              type="button"
              key={connector.uid}
              onClick={() => connect.mutate({ connector }, { onSuccess: () => dialog.current?.close() })}
            >
              <img src={connector.icon} alt="" />
              {connector.name}
            </button>
          ))}
      </dialog>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
)
