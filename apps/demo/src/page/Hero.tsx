import { AppKitButton, AppKitNetworkButton } from '@portico/react'

/** Introduces Portico and shows the connect button and the network button, and the modal if it is in the page. */
export function Hero({ hasModal }: { hasModal: boolean }) {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div>
        <h1 id="hero-title">One button to connect a wallet and sign in.</h1>
        <p className="lead">
          Portico is open source, lightweight, and runs on your own servers. Everything on this page runs on
          this machine.
        </p>
        <p className="first">Try this first: press Connect Wallet, then choose Dev Wallet.</p>
        <div className="hero-buttons">
          <AppKitButton />
          <AppKitNetworkButton />
        </div>
      </div>
      {hasModal ? (
        <appkit-modal class="hero-modal" />
      ) : (
        <svg className="arches" viewBox="0 0 320 220" aria-hidden="true">
          <path d="M20 220V120a60 60 0 0 1 120 0v100" />
          <path d="M44 220V120a36 36 0 0 1 72 0v100" />
          <path d="M180 220V120a60 60 0 0 1 120 0v100" />
          <path className="lit" d="M204 220V120a36 36 0 0 1 72 0v100" />
          <path d="M0 28h320M12 44h296" />
        </svg>
      )}
    </section>
  )
}
