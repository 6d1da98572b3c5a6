import type { Frame, Page } from '@playwright/test'

/**
 * Returns the fields of the open dialog, or of a page without one, that have no border, and the controls that have no
 * outline while they are focused. With forced colours, backgrounds and shadows are not drawn.
 */
export async function findInvisible(page: Page | Frame): Promise<string[]> {
  const active = await page.evaluateHandle(() => {
    const root = document.querySelector('dialog[open] > div')?.shadowRoot
    const active = root?.activeElement ?? document.activeElement
    // The key must be pressed here, not in the frame of the dialog.
    if (root && active?.matches('iframe')) root.querySelector('button')?.focus()
    return active
  })
  // After a key press, browsers show the focus that a script sets.
  await ('keyboard' in page ? page : page.page()).keyboard.press('Tab')
  return page.evaluate((active) => {
    const root = document.querySelector('dialog[open] > div')?.shadowRoot ?? document
    const found: string[] = []
    const nameOf = (element: Element) =>
      `${element.tagName}.${element.className} ${element.getAttribute('aria-label') ?? element.textContent}`
    const isDrawn = (style: string, width: string) => style !== 'none' && Number.parseFloat(width) >= 1
    const hasBorder = (element: Element) => {
      const { borderBlockStartStyle, borderBlockStartWidth } = getComputedStyle(element)
      return isDrawn(borderBlockStartStyle, borderBlockStartWidth)
    }
    const hasOutline = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return isDrawn(outlineStyle, outlineWidth)
    }

    const native = '[type=checkbox], [type=radio], [type=file]'
    for (const field of root.querySelectorAll(`input:not(${native}), textarea`)) {
      if (!field.checkVisibility()) continue
      const cells = field.closest('.code')?.querySelectorAll(':scope > span')
      const boxes = cells ? [...cells] : [field.closest('.field, .amount-field') ?? field]
      if (!boxes.every(hasBorder)) found.push(`no border: ${nameOf(field)}`)
      // The input over the cells of a code must not draw its text over theirs.
      if (cells && getComputedStyle(field).color !== 'rgba(0, 0, 0, 0)')
        found.push(`text over cells: ${nameOf(field)}`)
    }
    for (const box of root.querySelectorAll('.facts, .warn, .warning, .manage .match, .manage .groups')) {
      const outer = box.closest('.scroll, .details') ?? box
      if (box.checkVisibility() && !hasBorder(outer)) found.push(`no border: ${nameOf(box)}`)
    }

    for (const control of root.querySelectorAll<HTMLElement>(
      'a[href], button, input, textarea, [tabindex="0"]',
    )) {
      control.focus({ preventScroll: true })
      if (root.activeElement !== control) continue
      const holder = control.closest('.field, .amount-field, .code')
      if (!hasOutline(control) && !(holder && hasOutline(holder)))
        found.push(`no outline: ${nameOf(control)}`)
    }
    if (active instanceof HTMLElement) active.focus({ preventScroll: true })
    return found
  }, active)
}
