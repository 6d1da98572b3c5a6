import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import { type Demo, expect } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What every view has to keep, in both themes. */
export function createViewCheck({
  page,
  demo,
  least,
}: {
  page: Page
  demo: Demo
  /** Pixels a target has in both directions. */
  least: number
}) {
  return async (view: string): Promise<void> => {
    if (await demo.dialog.isVisible()) {
      const heading = await demo.dialog.getByRole('heading', { level: 1 }).textContent()
      expect(await demo.dialog.getAttribute('aria-label'), view).toBe(heading)
      expect.soft(await smallTargets(page, least), `${view}: targets below ${least} px`).toEqual([])
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // A view that begins to move while axe looks shows colours that nobody keeps: what is wrong with it stays wrong.
      const look = async () => {
        await settle(page)
        return findViolations(page, colorScheme)
      }
      await expect
        .configure({ soft: true })
        .poll(look, { message: `${view}, ${colorScheme}`, timeout: 6000 })
        .toEqual([])
    }
  }
}

/** Brings what moves to its end: colours in the middle of an animation are nobody's. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const roots = [
      document,
      ...[...document.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? []),
    ]
    const running = () =>
      roots
        .flatMap((root) => root.getAnimations())
        .filter(({ effect, timeline, playState }) => {
          const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
          return timeline === document.timeline && !isEndless && playState !== 'finished'
        })
    // One movement may start the next, a frame or two later: a view comes in once the one before has left.
    for (let quietFrames = 0; quietFrames < 3; quietFrames++) {
      for (const animation of running()) {
        animation.finish()
        quietFrames = 0
      }
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}

/** What axe finds in the open dialog, or in the page where none is open; what a frame shows is looked at as a page. */
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
      // Half of the time it takes goes into reading all rules of style for one that locks the orientation, in both alike.
      preload: isFirst,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${JSON.stringify(node.target)} ${node.failureSummary}`),
    )
  }, colorScheme === 'light')
}

/** Controls of the modal, or of a page without one, that are smaller than `least` pixels either way; no links within text. */
export function smallTargets(page: Page | Frame, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const root = document.querySelector('dialog > div')?.shadowRoot ?? document
    const found: string[] = []
    for (const control of root.querySelectorAll<HTMLElement>('button, input, summary, [role=tab]')) {
      if (!control.checkVisibility()) continue
      // A field or box is pressed by its label as well.
      const target = control.matches('input') ? (control.closest('label') ?? control) : control
      const { width, height } = target.getBoundingClientRect()
      const after = getComputedStyle(target, '::after')
      const reach = (size: number, own: string) =>
        Math.max(size, after.content === 'none' ? 0 : Number.parseFloat(own))
      const wide = reach(width, after.width)
      const high = reach(height, after.height)
      if (wide < least || high < least) {
        found.push(`${control.getAttribute('aria-label') ?? control.textContent}: ${wide} × ${high}`)
      }
    }
    return found
  }, least)
}
