import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

/**
 * Tabs as the ARIA practices describe them: one stop for Tab, arrow keys between them (mirrored where the page is),
 * Home and End. Only the shown panel is there.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { id: string; label: string; panel: () => ReactNode }[]
}) {
  const [chosen, choose] = useState(tabs[0]?.id)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const index = Math.max(
    tabs.findIndex((tab) => tab.id === chosen),
    0,
  )
  const shown = tabs[index]

  function move(event: KeyboardEvent): void {
    const isMirrored = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    const next = {
      ArrowRight: isMirrored ? index - 1 : index + 1,
      ArrowLeft: isMirrored ? index + 1 : index - 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const target = (next + tabs.length) % tabs.length
    choose(tabs[target]?.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            data-testid={`tab-${tab.id}`}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown && (
        <div
          className="panel-of-tab"
          role="tabpanel"
          id={`${id}panel`}
          key={shown.id}
          aria-labelledby={`${id}${shown.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control in it has to be reachable
          tabIndex={0}
        >
          {shown.panel()}
        </div>
      )}
    </>
  )
}
