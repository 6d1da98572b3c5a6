import type { ComponentType } from 'react'
import { AppKitAccountButton } from './buttons/AppKitAccountButton.tsx'
import { AppKitButton } from './buttons/AppKitButton.tsx'
import { AppKitConnectButton } from './buttons/AppKitConnectButton.tsx'
import { NetworkButton } from './buttons/NetworkButton.tsx'
import type { MountedElement } from './defineElement.ts'
import type { ElementName } from './elementNames.ts'
import { mountComponent } from './mountComponent.tsx'

const components: Record<Exclude<ElementName, 'modal'>, ComponentType<Record<string, unknown>>> = {
  button: AppKitButton,
  'connect-button': AppKitConnectButton,
  'account-button': AppKitAccountButton,
  // Not the one that loads it: a page without the component would have it, too.
  'network-button': NetworkButton,
}

/** Renders a button, or the modal, inside a custom element. */
export function mountElement(element: HTMLElement, name: ElementName): MountedElement {
  if (name !== 'modal') return mountComponent(element, components[name])
  const placed = import('./modal/inline/placeModal.ts').then(({ placeModal }) => placeModal(element))
  return { update() {}, destroy: () => void placed.then((remove) => remove()) }
}
