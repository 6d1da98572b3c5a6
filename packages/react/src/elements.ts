import { defineElement } from './defineElement.ts'
import { elementNames } from './elementNames.ts'

/**
 * Registers `<appkit-button>` and the other custom elements, each also with its legacy `w3m-` prefix. Calling it again
 * has no effect. The code that renders them is loaded when the first element is connected.
 */
export function defineElements(): void {
  for (const name of elementNames)
    defineElement(name, () => import('./mountElement.tsx').then((file) => file.mountElement))
}

/** Loads the function that draws the mounted elements anew. */
export const loadUpdateElements = () => import('./mountComponent.tsx').then((file) => file.updateElements)
