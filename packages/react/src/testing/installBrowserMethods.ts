/** Adds what the modal uses and jsdom lacks, so that tests can open it. Nothing has a size. */
export function installBrowserMethods(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
  Element.prototype.scrollIntoView ??= () => {}
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  globalThis.ResizeObserver ??= Observer
  globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver
}

/** An observer that never calls back. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
