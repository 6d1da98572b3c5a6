// @vitest-environment jsdom
import { de } from '@portico/i18n/de'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Own = typeof import('./language.ts')

const report = vi.fn()
const root = document.documentElement
let language: Own['language']
let loadTexts: Own['loadTexts']
let setLanguage: Own['setLanguage']
let startLanguage: Own['startLanguage']

// Modules of its own for each test: what an earlier one has started may end later, and would change the language of this one.
beforeEach(async () => {
  vi.resetModules()
  const own = await import('./language.ts')
  language = own.language
  loadTexts = own.loadTexts
  setLanguage = own.setLanguage
  startLanguage = own.startLanguage
})
afterEach(() => {
  root.lang = ''
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
