/** What is rendered inside an element. `update` rereads its attributes. */
export interface MountedElement {
  update(): void
  destroy(): void
}

type LoadMount<Name> = () => Promise<(element: HTMLElement, name: Name) => MountedElement>

/**
 * Registers a custom element as `<appkit-…>` and with the legacy `w3m-` prefix. Calling it again has no effect.
 *
 * @param load Loads the function that renders the element, when it is connected.
 */
export function defineElement<Name extends string>(name: Name, load: LoadMount<Name>): void {
  for (const prefix of ['appkit', 'w3m']) {
    if (!customElements.get(`${prefix}-${name}`))
      customElements.define(`${prefix}-${name}`, createElementClass(name, load))
  }
}

function createElementClass<Name>(name: Name, load: LoadMount<Name>): CustomElementConstructor {
  return class extends HTMLElement {
    #mounted: { destroy(): void } | undefined

    async connectedCallback() {
      const mount = await load()
      if (!this.isConnected || this.#mounted) return
      const mounted = mount(this, name)
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
