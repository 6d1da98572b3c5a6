import { afterEach, describe, expect, test } from 'vitest'
import { showLanguage } from '../language/language.ts'
import { countryName } from './countryName.ts'

afterEach(() => showLanguage({ tag: 'en', groups: {} }))

describe('countryName', () => {
  test('behavior: a country has its name in the language of the page, and any other code stays', () => {
    expect(['PT', 'T1', '', 'ZZZZ'].map(countryName)).toEqual(['Portugal', 'T1', '', 'ZZZZ'])
    showLanguage({ tag: 'ja', groups: { login: {} } })
    expect(countryName('DE')).toBe('ドイツ')
  })
})
