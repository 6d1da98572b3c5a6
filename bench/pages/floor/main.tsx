import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

const wallets = ['One', 'Two', 'Three']

/** What the same page costs with React alone and a list written by hand. */
function App() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect Wallet
      </button>
      <dialog ref={dialog} aria-label="Connect Wallet">
        {wallets.map((name) => (
          <button type="button" key={name}>
            {name}
          </button>
        ))}
      </dialog>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
