import { expect, type Page } from '@playwright/test'
import { findDisorder } from './findDisorder.ts'
import { findUnaligned } from './findUnaligned.ts'

/** Returns a function that checks that a view is mirrored, and that nothing overflows. */
export const createRtlCheck =
  (page: Page) =>
  async (view: string): Promise<void> => {
    const findOverflow = () =>
      page.evaluate(() => {
        const found: string[] = []
        const { scrollWidth, clientWidth } = document.documentElement
        if (scrollWidth > clientWidth) found.push(`page: ${scrollWidth} > ${clientWidth}`)
        const root = document.querySelector('dialog > div')?.shadowRoot
        const card = root?.querySelector('[data-card]')
        if (!card) return found
        if (getComputedStyle(card).direction !== 'rtl') found.push('card is not right to left')
        const box = card.getBoundingClientRect()
        for (const element of card.querySelectorAll('button, input, img, li, h1, h2, p')) {
          const { left, right, width } = element.getBoundingClientRect()
          if (width > 1 && (left < box.left - 0.5 || right > box.right + 0.5)) {
            found.push(`${element.tagName}.${element.className} ${left}–${right}`)
          }
        }
        const stage = card.querySelector('.stage')
        if (stage && stage.scrollWidth > stage.clientWidth) found.push('stage scrolls sideways')
        return found
      })
    // During its entry animation a view is offset and clipped.
    await expect.poll(findOverflow, { message: view }).toEqual([])
    await expect.poll(() => findDisorder(page), { message: view }).toEqual([])
    expect.soft(await findUnaligned(page), view).toEqual([])
  }
