import { describe, expect, test, vi } from 'vitest'
import { loadTexts } from './loadTexts.ts'

const messages = { 'approve.close': 'x' }
const load = vi.fn(async () => messages)
const broken = vi.fn(async () => {
  throw new TypeError('Failed to fetch')
})
const from = {
  approve: { '../locales/de/approve.json': load, '../locales/fr/approve.json': load },
  login: { '../locales/de/login.json': broken },
  manage: { '../locales/de/manage.json': load },
}
const shown = { de: ['approve', 'login', 'manage'], fr: ['login'], ja: ['login'] } as const

describe('loadTexts', () => {
  test('behavior: loads the groups that the language has texts of, and no others', async () => {
    expect(await loadTexts('de', 'approve', { from, shown })).toBe(messages)
    expect(await loadTexts('de', 'manage', { from, shown })).toBe(messages)
    load.mockClear()
    expect(await loadTexts('fr', 'approve', { from, shown })).toBeUndefined()
    expect(await loadTexts('de', 'approve', { from, shown: {} })).toBeUndefined()
    expect(load).not.toHaveBeenCalled()
  })

  test('error: a file that cannot be loaded, or is not there, is no error', async () => {
    expect(await loadTexts('de', 'login', { from, shown })).toBeUndefined()
    expect(await loadTexts('ja', 'login', { from, shown })).toBeUndefined()
  })
})
