import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

const wallets = ['One', 'Two', 'Three']

/** The baseline: the same page with React and a hand-written list. */
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
