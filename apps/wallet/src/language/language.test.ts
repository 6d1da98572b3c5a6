// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { holdLanguage, languageOf, localeOf, showLanguage, viewLanguage } from './language.ts'

const login = { 'link.title': 'x' }
const root = document.documentElement

afterEach(() => showLanguage({ tag: 'en', groups: {} }))

describe('showLanguage', () => {
  test('behavior: the page has its language and direction, and a view without texts those of English', () => {
    showLanguage({ tag: 'ar', groups: { login } })
    expect([root.lang, root.dir]).toEqual(['ar', 'rtl'])
    expect(languageOf('login')).toEqual({ tag: 'ar', messages: login })
    expect(viewLanguage('login')).toEqual({})
    expect(languageOf('approve')).toEqual({ tag: 'en', messages: {} })
    expect(viewLanguage('approve')).toEqual({ lang: 'en', dir: 'ltr' })
  })

  test('behavior: a page without any text of a language is English', () => {
    showLanguage({ tag: 'ar', groups: {} })
    expect([root.lang, root.dir]).toEqual(['en', 'ltr'])
    expect(viewLanguage('approve')).toEqual({})
  })

  test('behavior: numbers and times have the digits 0 to 9', () => {
    showLanguage({ tag: 'fa', groups: { login } })
    expect((12_345).toLocaleString(localeOf('login'))).toMatch(/^12.345$/)
    expect(localeOf('approve')).toBe('en-US-u-nu-latn')
  })
})

describe('holdLanguage', () => {
  test('behavior: nothing changes while the language is held by anybody, then the last one is shown', () => {
    const first = holdLanguage()
    const second = holdLanguage()
    showLanguage({ tag: 'de', groups: { login } })
    first()
    first()
    expect(languageOf('login').tag).toBe('en')
    showLanguage({ tag: 'ja', groups: { login } })
    second()
    expect(languageOf('login').tag).toBe('ja')
    expect(root.lang).toBe('ja')
  })
})
