// @vitest-environment jsdom
import type { LanguageTag, Messages } from '@portico/i18n'
import { languageNames } from '@portico/i18n'
import { languageTag } from '@portico/protocol/frame'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { approveText } from '../approve/copy.ts'
import { linkText } from '../login/linkCopy.ts'
import { writeOwnLanguage } from './chooseLanguage.ts'
import { holdLanguage, showLanguage, type TextGroup } from './language.ts'
import { loadLanguage, loadPageLanguage, setHostLanguage, setQuestionLanguage } from './loadLanguage.ts'

/** The texts of a pseudo-locale of each language; those that are pending never arrive unless they are resolved. */
const answers = vi.hoisted(() => ({
  load: vi.fn<(tag: LanguageTag, group: TextGroup) => Promise<Messages | undefined>>(),
}))
vi.mock('./loadTexts.ts', () => ({ loadTexts: answers.load, translatedTags: [] }))

const close = () => approveText('approve.close')
const title = () => linkText('link.title.login')
const pseudo = async (tag: string) => ({ 'approve.close': `[${tag}]`, 'link.title.login': `(${tag})` })

beforeEach(() => {
  answers.load.mockReset().mockImplementation(pseudo)
})
afterEach(async () => {
  vi.useRealTimers()
  writeOwnLanguage(undefined)
  await setHostLanguage('en')
  showLanguage({ tag: 'en', groups: {} })
})

describe('loadLanguage', () => {
  test('behavior: shows what the visitor chose, else the language of the host page, else the browser’s', async () => {
    const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['gsw', 'de-CH', 'en'])
    await setHostLanguage(undefined)
    await loadLanguage('login')
    expect(title()).toBe('(de)')
    await setHostLanguage('ja')
    expect(title()).toBe('(ja)')
    writeOwnLanguage('ar')
    await loadLanguage()
    expect([title(), document.documentElement.dir]).toEqual(['(ar)', 'rtl'])
    writeOwnLanguage(undefined)
    await setHostLanguage('en')
    expect([title(), document.documentElement.dir]).toEqual(['Approve the login', 'ltr'])
    browser.mockRestore()
  })

  test('behavior: loads nothing in English, and otherwise only the groups of the page in one language', async () => {
    await loadLanguage('login')
    expect(answers.load).not.toHaveBeenCalled()
    await setHostLanguage('pl')
    expect(new Set(answers.load.mock.calls.map(([tag]) => tag))).toEqual(new Set(['pl']))
  })

  test('behavior: approving waits at most 300 ms, and texts that come later do not change it', async () => {
    vi.useFakeTimers()
    let arrive: (messages: Messages) => void = () => {}
    answers.load.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
    await vi.advanceTimersByTimeAsync(0)
    let isReady = false
    void setHostLanguage('fr')
    void loadLanguage('approve').then(() => {
      isReady = true
    })
    await vi.advanceTimersByTimeAsync(299)
    expect(isReady).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isReady).toBe(true)
    const release = holdLanguage()
    expect(close()).toBe('Close')
    arrive({ 'approve.close': '[fr]' })
    await vi.advanceTimersByTimeAsync(0)
    expect(close()).toBe('Close')
    release()
    expect(close()).toBe('[fr]')
  })

  test('behavior: a page that is drawn once waits up to 3 seconds', async () => {
    vi.useFakeTimers()
    void setHostLanguage('de')
    await vi.advanceTimersByTimeAsync(0)
    answers.load.mockImplementation(async (tag) => {
      await new Promise((resolve) => setTimeout(resolve, 2900))
      return pseudo(tag)
    })
    writeOwnLanguage('fr')
    let isReady = false
    void loadPageLanguage('login').then(() => {
      isReady = true
    })
    await vi.advanceTimersByTimeAsync(2800)
    expect(isReady).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect([isReady, title()]).toEqual([true, '(fr)'])
  })

  test('error: a language whose texts cannot be loaded is English', async () => {
    await setHostLanguage('de')
    answers.load.mockResolvedValue(undefined)
    await setHostLanguage('ko')
    expect([title(), document.documentElement.lang]).toEqual(['Approve the login', 'en'])
  })

  test('behavior: the texts around a question are in its language, whatever the visitor’s is', async () => {
    await setHostLanguage('de')
    await setQuestionLanguage('ja')
    expect(close()).toBe('[ja]')
    await setQuestionLanguage('en')
    expect(close()).toBe('Close')
  })
})

test('behavior: the frame takes the languages that there are texts in', () => {
  expect(languageTag.options).toEqual(Object.keys(languageNames))
})
