/** The buttons a page without React of its own can write as tags. */
const names = ['button', 'connect-button', 'account-button', 'network-button'] as const
export type ElementName = (typeof names)[number]

/**
 * Registers `<appkit-button>` and the others, each also under its legacy `w3m-` name. Once is enough. What they draw
 * is fetched when a page has one.
 */
export function defineElements(): void {
  for (const name of names) {
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
      // Attributes are followed here rather than by the browser, which would want their names at once.
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
      // A move within the page takes the element out and puts it in again: only one that stays out is over.
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#mounted?.destroy()
        this.#mounted = undefined
      })
    }
  }
}
