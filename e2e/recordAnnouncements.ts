import type { Page } from '@playwright/test'

/**
 * Records what the live regions of the modal and of the wallet's frame say from now on: their texts without what is hidden
 * from screen readers. Returns a function that returns them in order.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const announced: string[] = []
  await page.exposeBinding('recordAnnouncement', (_, words: string) => announced.push(words))
  await page.addInitScript(watchRegions)
  for (const frame of page.frames()) await frame.evaluate(watchRegions)
  return async () => {
    // Announcements that are on their way arrive before its result.
    await page.evaluate(() => undefined)
    return [...announced]
  }
}

/** Runs in the page and in its frames. */
function watchRegions(): void {
  const selector = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]'
  const { recordAnnouncement } = window as unknown as { recordAnnouncement(words: string): void }
  const last = new WeakMap<Element, string>()

  function toWords(node: Node): string {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
    const { display } = getComputedStyle(node)
    if (display === 'none' || node.matches('[aria-hidden=true]')) return ''
    const words = [...node.childNodes].map(toWords).join('')
    return display.startsWith('inline') ? words : ` ${words} `
  }

  function read(root: ParentNode, isFirst = false): void {
    for (const region of root.querySelectorAll(selector)) {
      // What a closed modal contains is not rendered, and not read out.
      const words = region.checkVisibility() ? toWords(region).replace(/\s+/g, ' ').trim() : ''
      if (!isFirst && words !== '' && words !== last.get(region)) recordAnnouncement(words)
      last.set(region, words)
    }
  }

  function watch(root: Document | ShadowRoot): void {
    read(root, true)
    const changes = { attributes: true, characterData: true, childList: true, subtree: true }
    new MutationObserver(() => read(root)).observe(root, changes)
  }

  // Of a page only the modal is recorded, of the wallet's frame everything.
  const shown = window === window.top ? document.querySelector('dialog > div')?.shadowRoot : document
  if (shown) {
    watch(shown)
    return
  }
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init)
    // Its element is put into the dialog at once.
    queueMicrotask(() => this.closest('dialog') && watch(root))
    return root
  }
}
