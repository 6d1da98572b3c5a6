// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readOwnLanguage, writeOwnLanguage } from '../language/chooseLanguage.ts'
import { drawLanguage } from './drawLanguage.ts'

afterEach(() => writeOwnLanguage(undefined))

describe('drawLanguage', () => {
  test('behavior: offers the languages that there are texts in, and stores the choice', async () => {
    const onChanged = vi.fn()
    const section = drawLanguage({ onChanged, loadTags: async () => ['ja', 'de'] })
    document.body.replaceChildren(section)
    await vi.waitFor(() => expect(section.hidden).toBe(false))
    const choice = section.querySelector('select') as HTMLSelectElement
    expect(choice.labels[0]?.textContent).toBe('Language')
    expect([...choice.options].map(({ value, text }) => `${value} ${text}`)).toEqual([
      ' Language of the browser',
      'en English',
      'de Deutsch',
      'ja 日本語',
    ])
    choice.value = 'ja'
    choice.dispatchEvent(new Event('change'))
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1))
    expect(readOwnLanguage()).toBe('ja')
    choice.value = ''
    choice.dispatchEvent(new Event('change'))
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2))
    expect(readOwnLanguage()).toBeUndefined()
  })

  test('behavior: stays hidden as long as all is English', async () => {
    const section = drawLanguage({ onChanged() {}, loadTags: async () => [] })
    await vi.waitFor(() => expect(section.querySelectorAll('option')).toHaveLength(2))
    expect(section.hidden).toBe(true)
  })
})
