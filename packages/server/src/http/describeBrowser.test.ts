import { describe, expect, test } from 'vitest'
import { describeBrowser } from './describeBrowser.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('describeBrowser', () => {
  test.each([
    [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [`${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      'Edge',
      'Windows',
    ],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`,
      'Firefox',
      'macOS',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari',
      'iOS',
    ],
    [
      `${mozilla} (Linux; Android 14; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
    ],
    ['<script>alert(1)</script>', 'Unknown', 'Unknown'],
    [undefined, 'Unknown', 'Unknown'],
  ])('behavior: %s', (userAgent, browser, system) => {
    expect(describeBrowser(userAgent)).toEqual({ browser, system })
  })
})
