import type { Page } from '@playwright/test'

/**
 * Records in every animation frame of pages that are opened from now on whether a control of the open modal, or the
 * wallet's frame, has the focus. Returns a function that returns the headings of the views that had it nowhere.
 */
export async function recordLostFocus(page: Page): Promise<() => Promise<string[]>> {
  const lost = new Set<string>()
  await page.exposeBinding('recordLostFocus', (_, view: string) => void lost.add(view))
  await page.addInitScript(watchFocus)
  return async () => {
    // What is on its way arrives before its result.
    await page.evaluate(() => undefined)
    return [...lost]
  }
}

/** Runs in the page. */
function watchFocus(): void {
  if (window !== window.top) return
  const { recordLostFocus } = window as unknown as { recordLostFocus(view: string): void }
  const look = () => {
    requestAnimationFrame(look)
    const dialog = document.querySelector<HTMLDialogElement>('dialog[data-testid=w3m-modal][open]')
    const root = dialog?.querySelector('div')?.shadowRoot
    if (!dialog || !root) return
    const active = document.activeElement
    const isInside = root.activeElement !== null || (active?.matches('iframe') && dialog.contains(active))
    if (!isInside) recordLostFocus(root.querySelector('h1')?.textContent ?? '')
  }
  look()
}
