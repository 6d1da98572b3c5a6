import { createElement, useState } from 'react'

const names = ['appkit-button', 'appkit-connect-button', 'appkit-account-button', 'appkit-network-button']

/** Shows the buttons as custom elements, for pages without React. They are created when the panel is first opened. */
export function ElementsPanel() {
  const [isOpened, setOpened] = useState(false)
  return (
    <details className="card" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <h2>Custom elements</h2>
      </summary>
      <p className="hint">createAppKit registers these elements, so you can use the buttons without React.</p>
      {isOpened && (
        <dl className="elements">
          {names.map((name) => (
            <div key={name}>
              <dt>
                <code>{`<${name}>`}</code>
              </dt>
              <dd>{createElement(name)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}
