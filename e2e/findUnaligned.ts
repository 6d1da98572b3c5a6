import type { Page } from '@playwright/test'

/**
 * Returns the texts of the open dialog that would stand on the side where their own language starts instead of on the
 * side where the page starts.
 */
export function findUnaligned(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hosts = [...document.querySelectorAll('dialog[open] > div')]
    return hosts
      .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('*') ?? [])])
      .filter((element) => {
        const { display, textAlign, unicodeBidi } = getComputedStyle(element)
        return unicodeBidi === 'plaintext' && display !== 'inline' && textAlign === 'start'
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent}`)
  })
}
