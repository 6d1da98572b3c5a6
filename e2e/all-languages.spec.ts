import { globSync } from 'node:fs'
import { basename } from 'node:path'
import type { Frame, Page } from '@playwright/test'
import { findCut } from './findCut.ts'
import { findOverflow } from './findOverflow.ts'
import { findUnreachable } from './findUnreachable.ts'
import { readWalletTexts } from './readWalletTexts.ts'
import { settle } from './settle.ts'
import { expect, test } from './testWithWallet.ts'
import { visitEveryView } from './visitEveryView.ts'
import { visitLoginSteps } from './visitLoginSteps.ts'
import { visitManagePage } from './visitManagePage.ts'
import { visitMoneyViews } from './visitMoneyViews.ts'
import { type CheckWalletView, visitWalletRequests } from './visitWalletRequests.ts'

const all = globSync('../packages/i18n/src/locales/*', { cwd: import.meta.dirname }).map((path) =>
  basename(path),
)
/** Those that are named in the variable, as in `de,ar`; else all of them. */
const chosen = process.env.ALL_LANGUAGES?.split(',').filter((tag) => all.includes(tag)) ?? []
const tags = chosen.length > 0 ? chosen : all
const sizes = [
  { width: 320, height: 568 },
  { width: 1280, height: 720 },
]

/** Waits until the checks find nothing, or reports what they find. */
function expectNothing(message: string, find: () => Promise<readonly string[]>): Promise<void> {
  return expect.configure({ soft: true }).poll(find, { message, timeout: 4000 }).toEqual([])
}

/** Checks a view of the wallet's site in a language: nothing overflows or is cut, everything is reached, and nothing is English. */
function checkWalletView(tag: string): CheckWalletView {
  const texts = readWalletTexts(tag)
  return async (view, { page, frame, heading }) => {
    const before = page.viewportSize()
    // The modal, where it is open.
    const root = frame.locator('html, dialog[open] > div').last()
    await expect.soft(root, `${view}, ${tag}`).toHaveAttribute('lang', tag)
    if (heading)
      await expect
        .soft(frame.locator('h1'), `${view}, ${tag}`)
        .toHaveText(texts.text(`approve.headings.${heading}`))
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectNothing(`${view}, ${tag}, ${size.width} px`, async () => {
        for (const each of new Set<Page | Frame>([page, frame])) await settle(each)
        const outside = frame === page ? [] : await findOverflow(page)
        const inside = [await findOverflow(frame), await findCut(frame), await findUnreachable(frame)]
        return [...outside, ...inside.flat()]
      })
    }
    await expectNothing(`${view}, ${tag}: English`, async () =>
      texts.findEnglish(await root.locator('button, dt, dd, h1, h2, h3, label, p').allTextContents()),
    )
    if (before) await page.setViewportSize(before)
  }
}

// Takes ten minutes, and pseudo-locales are checked on every run: for changes of many translations.
test.describe('all languages', () => {
  test.skip(!process.env.ALL_LANGUAGES, 'Set ALL_LANGUAGES to check each view in each language.')

  for (const [name, visit] of Object.entries({ every: visitEveryView, money: visitMoneyViews }))
    test(`behavior: nothing overflows in any language: ${name} views`, async ({ page, demo, stack }) => {
      test.setTimeout(3_600_000)
      const setLanguage = (tag: string) =>
        page.evaluate(
          (language) =>
            (window as unknown as { appKit: { setLanguage(tag: string): Promise<void> } }).appKit.setLanguage(
              language,
            ),
          tag,
        )
      const check = async (view: string) => {
        const before = page.viewportSize()
        for (const size of sizes) {
          await page.setViewportSize(size)
          for (const tag of tags) {
            await setLanguage(tag)
            await expectNothing(`${view}, ${tag}, ${size.width} px`, async () => {
              await settle(page)
              return findOverflow(page)
            })
          }
        }
        await setLanguage('en')
        if (before) await page.setViewportSize(before)
      }
      await visit({ page, demo, stack, check })
    })

  test('behavior: the wallet’s requests fit in every language, in the frame and in its window', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(3_600_000)
    await visitWalletRequests({ visitor, mailbox, stack, tags, check: checkWalletView })
  })

  test('behavior: the steps of a login fit in every language', async ({ visitor, mailbox: _, stack }) => {
    test.setTimeout(3_600_000)
    await visitLoginSteps({ visitor, stack, tags, check: checkWalletView })
  })

  test('behavior: the wallet’s own page fits in every language', async ({ page, mailbox, stack }) => {
    test.setTimeout(3_600_000)
    await visitManagePage({ page, stack, mailbox, tags, check: checkWalletView })
  })
})
