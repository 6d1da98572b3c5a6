import type { Page } from '@playwright/test'

/**
 * Records what the modal's live regions say from now on: their texts without what is hidden from screen readers.
 * Returns a function that returns them in order.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    const root = document.querySelector('dialog > div')?.shadowRoot as ShadowRoot
    const last = new WeakMap<Element, string>()
    const read = (isFirst: boolean) => {
      for (const region of root.querySelectorAll('[role=status], [role=alert]')) {
        const copy = region.cloneNode(true) as Element
        for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
        const words = (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
        if (!isFirst && words !== '' && words !== last.get(region)) announced.push(words)
        last.set(region, words)
      }
    }
    read(true)
    new MutationObserver(() => read(false)).observe(root, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced)
}
