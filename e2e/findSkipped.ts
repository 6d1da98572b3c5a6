import type { Page } from '@playwright/test'

/**
 * Presses Shift+Tab through the open dialog and returns the controls that never get the focus, and "outside" if the
 * focus leaves the dialog. Returns nothing for a page without a dialog, and while the dialog contains a frame, which
 * takes part in the order.
 */
export async function findSkipped(page: Page): Promise<string[]> {
  const record = await page.evaluateHandle(() => {
    const root = document.querySelector('dialog[open] > div')?.shadowRoot
    const hasFrame = [...document.querySelectorAll('dialog[open] iframe')].some((frame) =>
      frame.checkVisibility(),
    )
    const all = root && !hasFrame ? [...root.querySelectorAll<HTMLElement>('*')] : []
    const isReachable = (element: HTMLElement) =>
      element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled')
    const start = root?.activeElement
    const skipped = new Set<EventTarget>(all.filter((element) => isReachable(element) && element !== start))
    const record = { skipped, isOutside: false, stop }
    const focusIn = ({ target }: Event) => target && skipped.delete(target)
    const focusOut = (event: Event) => {
      record.isOutside ||= (event as FocusEvent).relatedTarget === null
    }
    root?.addEventListener('focusin', focusIn)
    root?.addEventListener('focusout', focusOut)
    function stop() {
      root?.removeEventListener('focusin', focusIn)
      root?.removeEventListener('focusout', focusOut)
      if (start instanceof HTMLElement) start.focus({ preventScroll: true })
    }
    return record
  })
  const countLeft = () => record.evaluate(({ skipped }) => skipped.size)
  // Backwards, because the list of all wallets grows while the focus moves down in it; once it may grow even so.
  for (let presses = await countLeft(); presses > 0; presses--) await page.keyboard.press('Shift+Tab')
  for (let presses = 0; presses < 100 && (await countLeft()) > 0; presses++)
    await page.keyboard.press('Shift+Tab')
  return record.evaluate(({ skipped, isOutside, stop }) => {
    stop()
    const names = [...skipped].map((control) => {
      const element = control as Element
      return element.getAttribute('aria-label') ?? element.textContent ?? ''
    })
    return isOutside ? [...names, 'the focus left the dialog'] : names
  })
}
