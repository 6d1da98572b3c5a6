import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Locator, Page } from '@playwright/test'
import { checkLayout } from './checkLayout.ts'
import { settle } from './settle.ts'
import { type Demo, expect } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns a function that checks the open view: its name, the ends of its rows, the size of targets, axe in both themes
 * and, where targets may be small, the layout.
 */
export function createViewCheck({
  page,
  demo,
  least,
}: {
  page: Page
  demo: Demo
  /** Minimum width and height of a target in pixels. */
  least: number
}) {
  return async (view: string): Promise<void> => {
    if (await demo.dialog.isVisible()) {
      const heading = demo.dialog.getByRole('heading', { level: 1 })
      // Repeated, because the view may change between the two readings.
      await expect(async () => {
        expect(await demo.dialog.getAttribute('aria-label'), view).toBe(await heading.textContent())
      }).toPass({ timeout: 2000 })
      // Polled, because the icons of the rows are loaded after Connect.
      await expect
        .configure({ soft: true })
        .poll(() => misleadingRows(demo.dialog), { message: `${view}: ends of rows`, timeout: 6000 })
        .toEqual([])
      expect.soft(await smallTargets(page, least), `${view}: targets below ${least} px`).toEqual([])
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // Polled, because an animation that starts while axe runs has intermediate colours. Real violations persist.
      const check = async () => {
        await settle(page)
        return findViolations(page, colorScheme)
      }
      await expect
        .configure({ soft: true })
        .poll(check, { message: `${view}, ${colorScheme}`, timeout: 6000 })
        .toEqual([])
    }
    // The same for each pointer, so that the pass for touch does not repeat it.
    if (least < 44 && (await demo.dialog.isVisible())) await checkLayout(page, view)
  }
}

/**
 * Returns the rows that look pressable and are not, and those that are pressable and do not look so. A row to press ends
 * with a chevron or a tag, an entry of the activity with its amount.
 */
async function misleadingRows(dialog: Locator): Promise<string[]> {
  return dialog.locator('.row').evaluateAll((rows) =>
    rows
      .filter((row) => {
        // Disabled for the moment, and drawn so.
        if (row.matches('button:disabled')) return false
        const end = row.lastElementChild
        return row.matches('button, a')
          ? !end?.matches('.icon, .end, .tag, a > .amount')
          : end?.matches('.icon, .end') || row.querySelector('.end')
      })
      .map((row) => `${row.localName}: ${row.textContent}`),
  )
}

/**
 * Returns the axe violations in the open dialog, or in the page if none is open. The content of a frame is checked as a
 * page.
 */
export async function findViolations(page: Page | Frame, colorScheme: 'light' | 'dark'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (isFirst) => {
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> }
    }
    interface Violation {
      id: string
      nodes: { target: unknown; failureSummary: string }[]
    }
    const dialog = document.querySelector('dialog[open]')
    const { violations } = await axe.run(dialog ?? document, {
      resultTypes: ['violations'],
      iframes: false,
      // Without the style sheets, which axe would copy for each shadow root: only an experimental rule reads them, and those
      // are off.
      preload: { assets: ['media'] },
      // The results of the other rules do not depend on the theme.
      ...(!isFirst && {
        runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
        preload: false,
      }),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${JSON.stringify(node.target)} ${node.failureSummary}`),
    )
  }, colorScheme === 'light')
}

/**
 * Returns the controls of the modal, or of a page without one, that are smaller than `least` pixels. Ignores links in
 * text.
 *
 * @param host selects the element whose shadow root holds the modal
 */
export function smallTargets(
  page: Page | Frame,
  least: number,
  host: 'dialog > div' | 'appkit-modal > [role=region]' = 'dialog > div',
): Promise<string[]> {
  const parameters: [number, string] = [least, host]
  return page.evaluate(([least, host]) => {
    const root = document.querySelector(host)?.shadowRoot ?? document
    const found: string[] = []
    for (const control of root.querySelectorAll<HTMLElement>('button, input, summary, [role=tab]')) {
      if (!control.checkVisibility()) continue
      // A click on the label also activates a field.
      const target = control.matches('input') ? (control.closest('label') ?? control) : control
      const { width, height } = target.getBoundingClientRect()
      const after = getComputedStyle(target, '::after')
      // Rounded, because of a browser's fractions: an element of 44 px may measure 43.99999.
      const reach = (size: number, own: string) =>
        Math.round(Math.max(size, after.content === 'none' ? 0 : Number.parseFloat(own)) * 100) / 100
      const wide = reach(width, after.width)
      const high = reach(height, after.height)
      // A transformed card has sizes such as 43.99997 px.
      if (Math.min(wide, high) < least - 0.01) {
        found.push(`${control.getAttribute('aria-label') ?? control.textContent}: ${wide} × ${high}`)
      }
    }
    return found
  }, parameters)
}
