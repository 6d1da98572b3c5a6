import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppKitAccountButton } from './buttons/AppKitAccountButton.tsx'
import { AppKitButton } from './buttons/AppKitButton.tsx'
import { AppKitConnectButton } from './buttons/AppKitConnectButton.tsx'
import { AppKitNetworkButton } from './buttons/AppKitNetworkButton.tsx'
import type { ElementName } from './elementNames.ts'

const components: Record<ElementName, ComponentType<Record<string, unknown>>> = {
  button: AppKitButton,
  'connect-button': AppKitConnectButton,
  'account-button': AppKitAccountButton,
  'network-button': AppKitNetworkButton,
}

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
} as const

/** Renders a button inside a custom element. `update` rereads the attributes. */
export function mountElement(element: HTMLElement, name: ElementName): { update(): void; destroy(): void } {
  const root = createRoot(element)
  const Component = components[name]
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
  return { update, destroy: () => root.unmount() }
}
