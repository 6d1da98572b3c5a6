import { expect, type Page } from '@playwright/test'

/**
 * Where each provider shows the people to choose from, in order. Two servers exchange a code each, and Discord is asked once.
 */
export const socialLegs: Readonly<Record<string, readonly string[]>> = {
  google: ['/social/google'],
  apple: ['/social/apple'],
  github: ['/social/github/second', '/social/github'],
  discord: ['/social/discord/second'],
  x: ['/social/x/second', '/social/x'],
  facebook: ['/social/facebook/second', '/social/facebook'],
}

/** Chooses a person on each page of the provider in this window, and waits until the window has closed. */
export async function choosePerson(
  window: Page,
  { name, provider = 'google' }: { name: RegExp; provider?: string | undefined },
): Promise<void> {
  const closed = window.waitForEvent('close')
  await chooseInTab(window, { name, provider })
  await closed
}

/** Chooses a person on each page of the provider in this tab. */
export async function chooseInTab(
  page: Page,
  { name, provider }: { name: RegExp; provider: string },
): Promise<void> {
  for (const path of socialLegs[provider] ?? []) {
    await page.waitForURL(({ searchParams }) => searchParams.get('redirect_uri')?.endsWith(path) === true)
    await expect(page.getByRole('heading', { name: /^Log in with/ })).toBeVisible()
    await page.getByRole('button', { name }).click()
  }
}
