import { afterEach, describe, expect, test, vi } from 'vitest'
import { downloadLinks } from './downloadLinks.ts'

const wallet = {
  id: 'aa',
  name: 'Listed',
  chrome_store: 'https://chrome.test',
  app_store: 'https://ios.test',
  play_store: 'https://android.test',
  homepage: 'https://home.test',
}
const userAgents = {
  computer: 'Mozilla/5.0 (X11; Linux x86_64)',
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  Android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)',
}

afterEach(() => void vi.unstubAllGlobals())

describe('downloadLinks', () => {
  test.each([
    ['computer', ['chrome_store', 'app_store', 'play_store', 'homepage']],
    ['iPhone', ['app_store', 'homepage']],
    ['Android', ['play_store', 'homepage']],
  ] as const)('behavior: %s: %j', (device, expected) => {
    vi.stubGlobal('navigator', { userAgent: userAgents[device] })
    expect(downloadLinks(wallet).map(({ name }) => name)).toEqual(expected)
  })

  test('error: links that are not HTTP(S) are left out', () => {
    const unsafe = { id: 'aa', name: 'Listed', homepage: 'javascript:alert(1)', app_store: 'no link' }
    expect(downloadLinks(unsafe)).toEqual([])
  })
})
