import type { Frame, Page } from '@playwright/test'

/**
 * Returns the controls of the open dialog, or of a page without one, that a press does not reach after scrolling to
 * them: they are cut off, or something else is drawn over them.
 */
export function findUnreachable(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open] > div')?.shadowRoot ?? document
    const stage = root.querySelector('.stage') ?? document.documentElement
    const start = stage.scrollTop
    const found: string[] = []
    for (const control of root.querySelectorAll('a[href], button, input, summary, textarea')) {
      if (!control.checkVisibility() || control.closest('.hidden, .unseen')) continue
      const target = control.closest('label') ?? control
      target.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = target.getBoundingClientRect()
      const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (!hit || !(target.contains(hit) || hit.contains(target)))
        found.push(`not reached: ${control.getAttribute('aria-label') ?? control.textContent}`)
    }
    stage.scrollTop = start
    return found
  })
}
