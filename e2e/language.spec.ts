import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { englishTexts } from '../packages/react/src/testing/englishTexts.ts'
import { recordAnnouncements } from './recordAnnouncements.ts'
import { settle } from './settle.ts'
import { expect, test } from './test.ts'

type Tag = 'en' | 'de' | 'ar' | 'ja'

/** Returns a function for the texts of a language. */
function readTexts(tag: Tag): (id: string) => string {
  const files = Object.entries(englishTexts).map(([part, english]) =>
    tag === 'en'
      ? english
      : JSON.parse(
          readFileSync(new URL(`../packages/i18n/src/locales/${tag}/${part}.json`, import.meta.url), 'utf8'),
        ),
  )
  const texts = Object.assign({}, ...files)
  return (id) => texts[id]
}

const setPageLanguage = (page: Page, tag: string) =>
  page.evaluate((lang) => {
    document.documentElement.lang = lang
  }, tag)

test.describe('language', () => {
  test('behavior: buttons and modal are in the language of the page, and follow it while they are open', async ({
    page,
    demo,
  }) => {
    await demo.open()
    await setPageLanguage(page, 'de-CH')
    const german = readTexts('de')
    await page
      .getByRole('button', { name: german('button.connect') })
      .first()
      .click()
    const dialog = demo.view(german('title.connect'))
    await expect(dialog.getByRole('button', { name: german('header.close') })).toBeVisible()
    const host = page.locator('dialog > div').first()
    await expect(host).toHaveAttribute('lang', 'de')
    // By this the browser chooses line breaks and glyphs.
    await expect(page.getByTestId('w3m-modal-overlay')).toHaveCSS('-webkit-locale', '"de"')
    await setPageLanguage(page, 'ar')
    const arabic = readTexts('ar')
    await expect(demo.view(arabic('title.connect'))).toBeVisible()
    await expect(host).toHaveAttribute('dir', 'rtl')
    await setPageLanguage(page, 'en')
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await expect(host).toHaveAttribute('dir', 'ltr')
  })

  for (const tag of ['en', 'de', 'ar', 'ja'] as const)
    test(`behavior: what screen readers say on the main flows: ${tag}`, async ({ page, demo }) => {
      const text = readTexts(tag)
      const announcements = await recordAnnouncements(page)
      await demo.open({
        wallets: 'evm',
        options: { networks: [31337, 31338], features: { email: false, socials: false } },
      })
      const walk: string[] = []
      // Announced if they last longer than a second, as on a busy machine.
      const waits = ['view.loading', 'action.loading', 'sign.busy'].map(text)
      const note = async (step: string) => {
        await settle(page)
        walk.push(`# ${step}`, maskValues(await demo.dialog.ariaSnapshot()))
      }
      const press = (id: string) => demo.dialog.getByRole('button', { name: text(id), exact: true }).click()
      const shows = (id: string) => expect(demo.view(text(id))).toBeVisible()
      if (tag !== 'en') await setPageLanguage(page, tag)

      await page
        .getByRole('button', { name: text('button.connect') })
        .first()
        .click()
      await shows('title.connect')
      await expect(demo.dialog.getByTestId('all-wallets')).toContainText(/\d/)
      await note('Connect')
      await demo.dialog.getByRole('button', { name: /^Dev Wallet/ }).click()
      await shows('title.sign-message')
      await note('Sign in')
      await press('sign.sign')
      await expect(demo.dialog).toBeHidden()

      await page.getByTestId('account-button').first().click()
      await shows('title.account')
      await expect(demo.dialog.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
      await note('Account')
      await press('account.receive')
      await shows('title.receive')
      await note('Receive')
      await press('header.back')
      await press('account.send')
      await shows('title.send')
      await expect(demo.dialog.getByRole('textbox').first()).toBeVisible()
      const recent = demo.dialog.getByRole('list', { name: text('send.recent') })
      await expect(recent.getByRole('listitem')).toHaveCount(3)
      await note('Send')
      await press('header.close')
      await expect(demo.dialog).toBeHidden()

      await demo.openNetworks()
      await shows('title.networks')
      await expect(demo.dialog.getByRole('button', { name: /^Local Two/ })).toBeVisible()
      await note('Networks')
      walk.push(
        '# Announced',
        ...(await announcements()).filter((said) => !waits.includes(said)).map(maskValues),
      )
      expect(walk.join('\n')).toMatchSnapshot(`screen-reader-${tag}.txt`)
    })
})

/** Replaces what is another value in each run. */
function maskValues(text: string): string {
  return text
    .replaceAll(/0x[0-9a-f]{2,}(?:…[0-9a-f]+)?/gi, '(address)')
    .replaceAll(/https?:\/\/[\w.:-]+/g, '(origin)')
    .replaceAll(/\blocalhost:\d+/g, '(origin)')
    .replaceAll(/(?<!level=)\d[\d.,]*/g, '#')
}
