import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { MountedElement } from './defineElement.ts'

/** The prop each attribute sets, and how its value is parsed. */
const attributes = {
  disabled: ['disabled', (value: string) => value !== 'false'],
  balance: ['balance', (value: string) => (value === 'hide' ? 'hide' : 'show')],
  size: ['size', (value: string) => (value === 'sm' ? 'sm' : 'md')],
  label: ['label', (value: string) => value],
  loadinglabel: ['loadingLabel', (value: string) => value],
  namespace: ['namespace', (value: string) => value],
  charsstart: ['charsStart', Number],
  charsend: ['charsEnd', Number],
  wallet: ['wallet', (value: string) => value],
} as const

/** The functions that draw the mounted elements anew. */
const updates = new Set<() => void>()

/** Draws every element anew, such as for another instance. */
export function updateElements(): void {
  for (const update of updates) update()
}

/** Renders a component inside a custom element, with the element's attributes as its props. */
export function mountComponent(
  element: HTMLElement,
  Component: ComponentType<Record<string, unknown>>,
): MountedElement {
  const root = createRoot(element)
  const update = () => {
    const props: Record<string, unknown> = {}
    for (const [attribute, [property, parse]] of Object.entries(attributes)) {
      const value = element.getAttribute(attribute)
      if (value !== null) props[property] = parse(value)
    }
    root.render(
      <StrictMode>
        <Component {...props} />
      </StrictMode>,
    )
  }
  update()
  updates.add(update)
  return {
    update,
    destroy() {
      updates.delete(update)
      root.unmount()
    },
  }
}
