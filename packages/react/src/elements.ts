import { type ElementName, elementNames } from './elementNames.ts'

/**
 * Registers `<appkit-button>` and the other custom elements, each also with its legacy `w3m-` prefix. Calling it again
 * has no effect. The code that renders them is loaded when the first element is connected.
 */
export function defineElements(): void {
  for (const name of elementNames) {
    for (const prefix of ['appkit', 'w3m']) {
      if (!customElements.get(`${prefix}-${name}`))
        customElements.define(`${prefix}-${name}`, elementFor(name))
    }
  }
}

function elementFor(name: ElementName): CustomElementConstructor {
  return class extends HTMLElement {
    #mounted: { destroy(): void } | undefined

    async connectedCallback() {
      const { mountElement } = await import('./mountElement.tsx')
      if (!this.isConnected || this.#mounted) return
      const mounted = mountElement(this, name)
      // `observedAttributes` would need the attribute names before the lazy-loaded file is there.
      const observer = new MutationObserver(mounted.update)
      observer.observe(this, { attributes: true })
      this.#mounted = {
        destroy() {
          observer.disconnect()
          mounted.destroy()
        },
      }
    }

    disconnectedCallback() {
      // Moving an element removes and reinserts it, so destroy it only if it stays removed.
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#mounted?.destroy()
        this.#mounted = undefined
      })
    }
  }
}
