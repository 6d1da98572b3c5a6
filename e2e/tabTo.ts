import type { Page } from '@playwright/test'
import { focused } from './focused.ts'

/** Presses Tab until the control with this name is focused. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const current = await focused(page)
    if (typeof name === 'string' ? current === name : name.test(current)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}; the focus is on "${await focused(page)}".`)
}
