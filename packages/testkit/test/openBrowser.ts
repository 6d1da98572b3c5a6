import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
]

/** Path of the Chromium to test with: `CHROME_PATH`, the system's, or Playwright's; `undefined` if there is none. */
export const chromiumPath: string | undefined = [
  process.env.CHROME_PATH ?? '',
  ...systemPaths,
  chromium.executablePath(),
].find((path) => existsSync(path))

/** Starts a headless Chromium. */
export function openBrowser(): Promise<Browser> {
  if (!chromiumPath)
    throw new Error('No Chromium found: install it, or run `npx playwright install chromium`.')
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
}
