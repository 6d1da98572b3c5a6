import type { Frame, Page } from '@playwright/test'
import type { Language } from '@portico/i18n'
import { pseudoTexts } from '../packages/react/src/testing/pseudoTexts.ts'
import { findDisorder } from './findDisorder.ts'
import { findInvisible } from './findInvisible.ts'
import { findOverflow } from './findOverflow.ts'
import { findSkipped } from './findSkipped.ts'
import { findUnreachable } from './findUnreachable.ts'
import { settle } from './settle.ts'
import { expect } from './test.ts'

const longer = pseudoTexts('en-XA')
const windows = [
  { size: { width: 320, height: 568 }, direction: 'rtl', texts: undefined },
  { size: { width: 320, height: 568 }, direction: 'ltr', texts: longer },
  { size: { width: 360, height: 740 }, direction: 'rtl', texts: pseudoTexts('ar-XB') },
  { size: { width: 1280, height: 720 }, direction: 'ltr', texts: longer },
  // A window of 1280 × 720 at a zoom of 200 %.
  { size: { width: 640, height: 360 }, direction: 'ltr', texts: undefined },
] as const

/**
 * Checks the open dialog, or a page without one, in small windows in both directions, with forced colours and by the
 * keyboard. The modal has longer texts meanwhile, as other languages have.
 *
 * @param target the page, or a frame in it, whose content is checked
 */
export async function checkLayout(page: Page, view: string, target: Page | Frame = page): Promise<void> {
  const before = page.viewportSize()
  for (const { size, direction, texts } of windows) {
    await setTexts(target, texts)
    await page.setViewportSize(size)
    await setDirection(target, direction)
    const find = async () => {
      await settle(page)
      return [
        ...(await findOverflow(target)),
        ...(await findUnreachable(target)),
        // This check expects English.
        ...(direction === 'rtl' && !texts ? await findDisorder(target) : []),
      ]
    }
    // Polled, because a view may still change its size. Real faults persist.
    await expect
      .configure({ soft: true })
      .poll(find, {
        message: `${view}, ${size.width} px wide, ${texts ? `texts for tests, ` : ''}${direction}`,
        timeout: 6000,
      })
      .toEqual([])
  }
  if (before) await page.setViewportSize(before)
  if (target === page) expect.soft(await findSkipped(page), `${view}: not reached by Tab`).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect.soft(await findInvisible(target), `${view}, forced colours`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Sets the texts of the modal on a page that has one: its own if undefined. */
function setTexts(target: Page | Frame, texts: Language | undefined): Promise<void> {
  return target.evaluate((language) => {
    const { appKit } = window as { appKit?: { setLanguage(language: object): Promise<void> } }
    return appKit?.setLanguage(language)
  }, texts ?? { tag: 'en', dir: undefined, messages: {} })
}

/** Sets the direction of the page, and of the dialog as if it was opened then. */
function setDirection(target: Page | Frame, direction: 'ltr' | 'rtl'): Promise<void> {
  return target.evaluate((dir) => {
    document.documentElement.dir = dir
    const host = document.querySelector<HTMLElement>('dialog[open] > div')
    if (host) host.dir = dir
  }, direction)
}
