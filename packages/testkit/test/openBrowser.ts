import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the Chromium to test with: the system's, otherwise Playwright's; `undefined` if there is none. */
export const chromiumPath: string | undefined = [...systemPaths, chromium.executablePath()].find((path) =>
  existsSync(path),
)

/** Starts a headless Chromium. */
export function openBrowser(): Promise<Browser> {
  if (!chromiumPath)
    throw new Error('No Chromium found: install it, or run `npx playwright install chromium`.')
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
}
