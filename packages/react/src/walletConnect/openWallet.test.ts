// @vitest-environment jsdom
import type { Kit } from '@portico/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openWallet, safeLink } from './openWallet.ts'

const uri = 'wc:7f6e504b@2?relay-protocol=irn&symKey=587d'
const link = `rainbow://wc?uri=${encodeURIComponent(uri)}`

function open({ isNewTab }: { isNewTab?: boolean } = {}) {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const stored = new Map<string, string>()
  const storage = { setItem: (key: string, value: string) => void stored.set(key, value) }
  const kit = { storage } as unknown as Kit
  openWallet({ kit, href: 'rainbow://', name: 'Rainbow', uri, isNewTab })
  return { call: opened.mock.calls[0], stored }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('openWallet', () => {
  test('behavior: opens in the tab itself, and stores the link for later requests', () => {
    const { call, stored } = open()
    expect(call).toEqual([link, '_self', 'noreferrer noopener'])
    expect([...stored.values()]).toEqual([JSON.stringify({ href: 'rainbow://', name: 'Rainbow' })])
  })

  test('behavior: leaves a frame, because apps open from the top of the page only', () => {
    vi.stubGlobal('self', {})
    expect(open().call?.[1]).toBe('_top')
  })

  test('param: isNewTab: a website opens beside the page, and its link is not stored', () => {
    const { call, stored } = open({ isNewTab: true })
    expect(call?.[1]).toBe('_blank')
    expect(stored.size).toBe(0)
  })

  test('behavior: Telegram opens links beside its page; on Android it decodes them once too often', () => {
    vi.stubGlobal('TelegramWebviewProxy', {})
    expect(open().call).toEqual([link, '_blank', 'noreferrer noopener'])
    vi.restoreAllMocks()
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15)')
    expect(open().call?.[0]).toBe(`rainbow://wc?uri=${encodeURIComponent(encodeURIComponent(uri))}`)
  })
})

describe('safeLink', () => {
  test.each(['rainbow://', 'https://wallet.example/'])('behavior: %s is safe', (href) => {
    expect(safeLink(href)).toBe(href)
  })

  test.each([
    undefined,
    '',
    '/path',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'about:blank',
  ])('error: %s is not', (href) => {
    expect(safeLink(href)).toBeUndefined()
  })
})
