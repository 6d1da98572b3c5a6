import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { findOverflow } from './findOverflow.ts'
import { settle } from './settle.ts'
import { expect, test } from './test.ts'
import { visitEveryView } from './visitEveryView.ts'
import { visitMoneyViews } from './visitMoneyViews.ts'

const tags = globSync('../packages/i18n/src/locales/*', { cwd: import.meta.dirname }).map((path) =>
  basename(path),
)
const sizes = [
  { width: 320, height: 568 },
  { width: 1280, height: 720 },
]

// Takes two and a half minutes, and pseudo-locales are checked on every run: for changes of many translations.
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
            const find = async () => {
              await settle(page)
              return findOverflow(page)
            }
            await expect
              .configure({ soft: true })
              .poll(find, { message: `${view}, ${tag}, ${size.width} px`, timeout: 4000 })
              .toEqual([])
          }
        }
        await setLanguage('en')
        if (before) await page.setViewportSize(before)
      }
      await visit({ page, demo, stack, check })
    })
})
