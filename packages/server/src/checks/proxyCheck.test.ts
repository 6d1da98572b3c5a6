import { describe, expect, test } from 'vitest'
import { answerProxyCheck, askProxyCheck } from './proxyCheck.ts'

const secret = Buffer.alloc(32, 1)
const now = 1_700_000_000_000
const asked = askProxyCheck({ secret, now })

describe('answerProxyCheck', () => {
  test('behavior: counts the addresses that proxies have added', () => {
    const answer = (forwardedFor?: string) =>
      answerProxyCheck({ secret, asked, forwardedFor, now: now + 1000 })
    expect(answer()).toBe('0')
    expect(answer('203.0.113.7')).toBe('1')
    expect(answer('203.0.113.7, 10.0.0.1')).toBe('2')
  })

  test.each([
    ['without a question', undefined],
    ['with another secret', askProxyCheck({ secret: Buffer.alloc(32, 2), now })],
    ['too late', askProxyCheck({ secret, now: now - 61_000 })],
    ['with another time', asked.replace(/^\d+/, `${now + 1}`)],
    ['that is no question', '1.a'],
  ])('error: does not answer a request %s', (_, question) => {
    expect(answerProxyCheck({ secret, asked: question, forwardedFor: 'a', now })).toBeUndefined()
  })
})
