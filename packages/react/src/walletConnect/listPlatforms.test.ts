import { describe, expect, test } from 'vitest'
import { listPlatforms } from './listPlatforms.ts'

const wallet = { id: 'w', name: 'W' }
const links = { mobile_link: 'w://', webapp_link: 'https://w.example', desktop_link: 'w-desktop://' }

describe('listPlatforms', () => {
  test.each([
    ['any wallet', undefined, false, false, ['qrcode']],
    ['any wallet, on a phone', undefined, false, true, ['qrcode']],
    ['no links', wallet, false, false, ['unsupported']],
    ['no links, installed', wallet, true, false, ['browser']],
    ['all links', { ...wallet, ...links }, false, false, ['qrcode', 'web', 'desktop']],
    ['all links, installed', { ...wallet, ...links }, true, false, ['browser', 'qrcode', 'web', 'desktop']],
    ['all links, on a phone', { ...wallet, ...links }, false, true, ['mobile', 'web']],
    [
      'an app store as its web app',
      { ...wallet, mobile_link: 'w://', webapp_link: 'https://chrome.google.com/webstore/detail/w/abc' },
      false,
      false,
      ['qrcode'],
    ],
    ['a desktop app, on a phone', { ...wallet, desktop_link: 'w://' }, false, true, ['unsupported']],
  ] as const)('behavior: %s', (_, listed, isInstalled, isPhone, expected) => {
    expect(listPlatforms({ wallet: listed, isInstalled, isPhone })).toEqual(expected)
  })
})
