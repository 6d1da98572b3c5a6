import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

/**
 * Tabs that follow the ARIA Authoring Practices: one tab stop, arrow keys (mirrored in right-to-left pages), Home and
 * End. Only the selected panel is rendered.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs({
  label,
  tabs,
  initial = tabs[0]?.id,
}: {
  label: string
  tabs: readonly { id: string; label: string; panel: () => ReactNode }[]
  /** The ID of the tab that is selected at first. Default: the first. */
  initial?: string | undefined
}) {
  const [selectedId, select] = useState(initial)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const index = Math.max(
    tabs.findIndex((tab) => tab.id === selectedId),
    0,
  )
  const selected = tabs[index]

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
    select(tabs[target]?.id)
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
            aria-selected={tab === selected}
            aria-controls={tab === selected ? `${id}panel` : undefined}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => select(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {selected && (
        <div
          className="panel-of-tab"
          role="tabpanel"
          id={`${id}panel`}
          key={selected.id}
          aria-labelledby={`${id}${selected.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable by keyboard
          tabIndex={0}
        >
          {selected.panel()}
        </div>
      )}
    </>
  )
}
