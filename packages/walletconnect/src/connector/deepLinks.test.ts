import { memoryStorage } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { formatPairingLink, formatRequestLink, readDeepLink, writeDeepLink } from './deepLinks.ts'

const uri = 'wc:00@2?relay-protocol=irn&symKey=11'
const encoded = 'wc%3A00%402%3Frelay-protocol%3Dirn%26symKey%3D11'

describe('formatPairingLink', () => {
  test.each([
    ['metamask://', `metamask://wc?uri=${encoded}`],
    ['metamask:', `metamask://wc?uri=${encoded}`],
    ['https://wallet.test', `https://wallet.test/wc?uri=${encoded}`],
    ['https://wallet.test/app/', `https://wallet.test/app/wc?uri=${encoded}`],
  ])('behavior: %s', (href, link) => {
    expect(formatPairingLink({ href, uri })).toBe(link)
  })

  test('param: isEncodedTwice', () => {
    expect(formatPairingLink({ href: 'a://', uri: 'wc:1', isEncodedTwice: true })).toBe('a://wc?uri=wc%253A1')
  })
})

describe('formatRequestLink', () => {
  test('behavior: contains the request id and the session topic', () => {
    expect(formatRequestLink({ href: 'metamask://', requestId: '17', sessionTopic: 'ab' })).toBe(
      'metamask://wc?requestId=17&sessionTopic=ab',
    )
  })
})

describe('writeDeepLink and readDeepLink', () => {
  test('behavior: uses the WalletConnect storage key', () => {
    const storage = memoryStorage()
    writeDeepLink(storage, { href: 'metamask://', name: 'MetaMask' })
    expect(storage.entries.get('WALLETCONNECT_DEEPLINK_CHOICE')).toBe(
      '{"href":"metamask://","name":"MetaMask"}',
    )
    expect(readDeepLink(storage)).toEqual({ href: 'metamask://', name: 'MetaMask' })
  })

  test.each([
    '',
    '{',
    '7',
    '{"href":1,"name":"x"}',
    '{"href":"javascript://x","name":"x"}',
    '{"href":"x","name":"x"}',
  ])('error: %s', (text) => {
    expect(readDeepLink(memoryStorage({ WALLETCONNECT_DEEPLINK_CHOICE: text }))).toBeUndefined()
  })
})
