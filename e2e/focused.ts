import type { Page } from '@playwright/test'

/** Returns the label or text of the focused element, through all shadow roots. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    const words = active?.cloneNode(true) as Element | undefined
    for (const decoration of words?.querySelectorAll('[aria-hidden=true]') ?? []) decoration.remove()
    return active?.getAttribute('aria-label') ?? words?.textContent ?? ''
  })
}
