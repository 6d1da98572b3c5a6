import { afterAll, vi } from 'vitest'

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
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  // A closed modal checks the focus for a second. A browser would end its timers together with the page.
  const timers = vi.spyOn(globalThis, 'setTimeout')
  afterAll(() => {
    for (const { value } of timers.mock.results) clearTimeout(value)
  })
}
