// @vitest-environment jsdom
import { de } from '@portico/i18n/de'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { language, loadTexts, setLanguage, startLanguage } from './language.ts'

const report = vi.fn()
const root = document.documentElement

afterEach(async () => {
  root.lang = ''
  await setLanguage('en')
  expect(report).not.toHaveBeenCalled()
})

const shown = () => language.getState().tag

describe('startLanguage', () => {
  test('default: is the language of the page, whose changes are followed', async () => {
    root.lang = 'de-CH'
    startLanguage({ report })
    expect(language.getState()).toMatchObject({ tag: 'en', isPending: true })
    await vi.waitFor(() => expect(shown()).toBe('de'))
    expect(language.getState().isPending).toBe(false)
    root.lang = 'en'
    await vi.waitFor(() => expect(shown()).toBe('en'))
    expect(language.getState().messages).toEqual({})
    root.lang = 'ar'
    await vi.waitFor(() => expect(language.getState()).toMatchObject({ tag: 'ar', dir: 'rtl' }))
  })

  test('behavior: a page without a language, or in one without texts, is English', async () => {
    startLanguage({ report })
    expect(language.getState()).toMatchObject({ tag: 'en', dir: undefined })
    root.lang = 'sw'
    await setLanguage('page')
    expect(language.getState()).toMatchObject({ tag: 'en', dir: undefined })
  })

  test('param: option, the browser’s language', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['gsw', 'ja-JP', 'en'])
    startLanguage({ option: 'browser', report })
    await vi.waitFor(() => expect(shown()).toBe('ja'))
  })

  test('param: option, a language with its texts, which a server renders, too', () => {
    startLanguage({ option: de, report })
    expect(language.getState()).toMatchObject({ tag: 'de', messages: de.messages })
    expect(language.getInitialState()).toMatchObject({ tag: 'de' })
    startLanguage({ option: { tag: 'en', messages: {} }, report })
  })
})

describe('setLanguage', () => {
  test('behavior: the last choice counts, whichever texts are there first', async () => {
    await Promise.all([setLanguage('ja'), setLanguage('de'), setLanguage('ko')])
    expect(shown()).toBe('ko')
  })

  test('behavior: the page is not followed any more', async () => {
    root.lang = 'ja'
    startLanguage({ report })
    // Only then is the page followed: in tests, two imports at once may end in any order.
    await vi.waitFor(() => expect(shown()).toBe('ja'))
    await setLanguage('fr')
    root.lang = 'de'
    await new Promise((resolve) => setTimeout(resolve))
    await loadTexts('views')
    expect(shown()).toBe('fr')
  })
})
