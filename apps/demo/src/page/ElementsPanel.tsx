import { createElement, useState } from 'react'

const elements: readonly (readonly [name: string, attributes?: Record<string, string>])[] = [
  ['appkit-button'],
  ['appkit-connect-button'],
  ['appkit-account-button'],
  ['appkit-network-button'],
  ['appkit-wallet-button', { wallet: 'walletConnect' }],
]

/** Shows the buttons as custom elements, for pages without React. They are created when the panel is first opened. */
export function ElementsPanel() {
  const [isOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    // Defines the wallet button.
    void import('@portico/react/wallet-button')
  }
  return (
    <details className="card" onToggle={(event) => event.currentTarget.open && open()}>
      <summary>
        <h2>Custom elements</h2>
      </summary>
      <p className="hint">
        createAppKit registers these elements, so you can use the buttons without React. The wallet button is
        registered by importing @portico/react/wallet-button.
      </p>
      {isOpened && (
        <dl className="elements">
          {elements.map(([name, attributes]) => (
            <div key={name}>
              <dt>
                <code>{`<${name}>`}</code>
              </dt>
              <dd>{createElement(name, attributes)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}
