import { useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'

interface Wallet {
  info: { uuid: string; name: string; icon: string }
  provider: { request(request: { method: string }): Promise<string[]> }
}

let wallets: readonly Wallet[] = []
const listeners = new Set<() => void>()
addEventListener('eip6963:announceProvider', (event) => {
  wallets = [...wallets, (event as CustomEvent<Wallet>).detail]
  for (const listener of listeners) listener()
})
dispatchEvent(new Event('eip6963:requestProvider'))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The floor: React and a hand-written list of the installed wallets. */
function App() {
  const list = useSyncExternalStore(subscribe, () => wallets)
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState<string>()
  const dialog = useRef<HTMLDialogElement>(null)
  const connect = async ({ provider }: Wallet) => {
    const [account] = await provider.request({ method: 'eth_requestAccounts' })
    setAddress(account)
    dialog.current?.close()
  }
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
          list.map((wallet) => (
            <button type="button" key={wallet.info.uuid} onClick={() => connect(wallet)}>
              <img src={wallet.info.icon} alt="" />
              {wallet.info.name}
            </button>
          ))}
      </dialog>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
