import type { ComponentType } from 'react'
import { AppKitAccountButton } from './buttons/AppKitAccountButton.tsx'
import { AppKitButton } from './buttons/AppKitButton.tsx'
import { AppKitConnectButton } from './buttons/AppKitConnectButton.tsx'
import { AppKitNetworkButton } from './buttons/AppKitNetworkButton.tsx'
import type { MountedElement } from './defineElement.ts'
import type { ElementName } from './elementNames.ts'
import { mountComponent } from './mountComponent.tsx'

const components: Record<ElementName, ComponentType<Record<string, unknown>>> = {
  button: AppKitButton,
  'connect-button': AppKitConnectButton,
  'account-button': AppKitAccountButton,
  'network-button': AppKitNetworkButton,
}

/** Renders a button inside a custom element. */
export function mountElement(element: HTMLElement, name: ElementName): MountedElement {
  return mountComponent(element, components[name])
}
