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
const reviewed = {
  '../locales/de/meta.json': { approve: 2, login: 1, manage: 1 },
  '../locales/fr/meta.json': { approve: 1, login: 2, manage: 0 },
}

describe('loadTexts', () => {
  test('behavior: texts of requests need two second readers, others one', async () => {
    expect(await loadTexts('de', 'approve', { from, reviewed })).toBe(messages)
    expect(await loadTexts('de', 'manage', { from, reviewed })).toBe(messages)
    load.mockClear()
    expect(await loadTexts('fr', 'approve', { from, reviewed })).toBeUndefined()
    expect(await loadTexts('de', 'approve', { from, reviewed: {} })).toBeUndefined()
    expect(await loadTexts('de', 'manage', { from, reviewed: {} })).toBeUndefined()
    expect(load).not.toHaveBeenCalled()
  })

  test('error: a file that cannot be loaded, or is not there, is no error', async () => {
    expect(await loadTexts('de', 'login', { from, reviewed })).toBeUndefined()
    expect(await loadTexts('ja', 'login', { from, reviewed })).toBeUndefined()
  })
})
