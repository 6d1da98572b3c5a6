import { describe, expect, test } from 'vitest'
import { isProviderUrl } from './isProviderUrl.ts'

const allowed = ['buy.example.com', 'localhost:4410']
const check = (url: string, provider = 'moonpay') => isProviderUrl(url, { provider, allowed })

describe('isProviderUrl', () => {
  test.each([
    'https://buy.moonpay.com/?apiKey=pk',
    'https://buy.example.com/path',
    'http://localhost:4410/pay?session=1',
  ])('behavior: %s may be opened', (url) => {
    expect(check(url)).toBe(true)
  })

  test.each([
    'http://buy.moonpay.com/',
    'https://buy.moonpay.com.attacker.example/',
    'https://attacker.example/?https://buy.moonpay.com',
    'https://buy.moonpay.com@attacker.example/',
    'https://user:password@buy.moonpay.com/',
    'https://buy.moonpay.com:8443/',
    'https://sub.buy.moonpay.com/',
    'https://global.transak.com/',
    'http://buy.example.com/',
    'http://localhost:4411/',
    'https://localhost/',
    'javascript:alert(1)//buy.moonpay.com',
    'data:text/html,buy.moonpay.com',
    'blob:https://buy.moonpay.com/1',
    'moonpay',
    '//buy.moonpay.com',
    '',
  ])('error: %s is refused', (url) => {
    expect(check(url)).toBe(false)
  })

  test('error: a provider with the name of a property of objects has no hosts', () => {
    expect(isProviderUrl('https://buy.moonpay.com/', { provider: 'constructor' })).toBe(false)
    expect(isProviderUrl('https://buy.moonpay.com/', { provider: '__proto__' })).toBe(false)
  })

  test('error: a loopback host that the application does not allow is refused', () => {
    expect(isProviderUrl('http://localhost:4410/', { provider: 'play-money' })).toBe(false)
  })
})
