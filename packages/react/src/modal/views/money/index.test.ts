// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { isCopyId } from '../../../copy.ts'
import { importMoneyView } from './index.ts'

describe('importMoneyView', () => {
  test.each([
    ['send', 'title.send-preview'],
    ['swap', 'title.swap-preview'],
    ['buy', 'title.buy-progress'],
  ] as const)('behavior: after the form of %s, what comes next is loaded, too', async (name, title) => {
    await importMoneyView(name)
    expect(isCopyId(`title.${name}`)).toBe(true)
    await vi.waitFor(() => expect(isCopyId(title)).toBe(true), 10_000)
  })
})
