import type { Frame, Page } from '@playwright/test'

/** Returns the controls and texts outside the viewport, and whether the page or the view scrolls horizontally. */
export function findOverflow(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth} > ${clientWidth}`)
    const root = document.querySelector('dialog > div')?.shadowRoot ?? document
    const stage = root.querySelector('.stage')
    if (stage && stage.scrollWidth > stage.clientWidth) found.push('the view scrolls horizontally')
    for (const element of root.querySelectorAll('button, input, h1, h2, p, dt, dd, pre')) {
      if (element.matches('.hidden, .unseen')) continue
      const { left, right, width } = element.getBoundingClientRect()
      if (width > 1 && (left < -0.5 || right > clientWidth + 0.5))
        found.push(`${element.tagName} ${left}–${right}`)
    }
    return found
  })
}
