import { createElement, useState } from 'react'

const names = ['appkit-button', 'appkit-connect-button', 'appkit-account-button', 'appkit-network-button']

/** The same buttons as custom elements, for pages without React. Made when first looked at. */
export function ElementsPanel() {
  const [seen, setSeen] = useState(false)
  return (
    <details className="card" onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <summary>
        <h2>Custom elements</h2>
      </summary>
      <p className="hint">createAppKit registers them, so any page can use the buttons, without React too.</p>
      {seen && (
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
