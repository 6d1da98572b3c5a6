import type { Page } from '@playwright/test'
import { focused } from './focused.ts'

/** Presses Tab until the control of that name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come to ${name}; it is at "${await focused(page)}".`)
}
