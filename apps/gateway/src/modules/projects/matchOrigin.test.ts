import { describe, expect, test } from 'vitest'
import { isOriginPattern, matchOrigin } from './matchOrigin.ts'

describe('matchOrigin', () => {
  test.each([
    ['https://app.example', 'https://app.example', true],
    ['https://app.example', 'http://app.example', false],
    ['https://app.example', 'https://app.example:8443', false],
    ['https://app.example:443', 'https://app.example', true],
    ['https://app.example', 'https://app.example.evil.example', false],
    ['https://app.example', 'https://evil.example/app.example', false],
    ['https://app.example', 'https://app.example@evil.example', false],
    ['https://app.example', 'HTTPS://APP.EXAMPLE', false],
    ['https://app.example', 'https://app.example/', false],
    ['https://*.app.example', 'https://a.app.example', true],
    ['https://*.app.example', 'https://a.b.app.example', true],
    ['https://*.app.example', 'https://app.example', false],
    ['https://*.app.example', 'https://evilapp.example', false],
    ['*://localhost:*', 'http://localhost', true],
    ['*://localhost:*', 'https://localhost:4400', true],
    ['*://localhost:*', 'http://localhost.evil.example', false],
    ['*://*.localhost:*', 'http://wallet.localhost:4402', true],
    ['*://127.0.0.1:*', 'http://127.0.0.1:5173', true],
    ['*', 'https://anything.example', true],
    // All sandboxed frames and files have this origin, so it does not identify a site.
    ['*', 'null', false],
    ['*', 'file://', false],
    ['*', '', false],
  ])('behavior: %s and %s: %s', (pattern, origin, expected) => {
    expect(matchOrigin({ pattern, origin })).toBe(expected)
  })
})

describe('isOriginPattern', () => {
  test.each(['*', 'https://a.example', '*://*.a.example:*', 'http://[::1]:80'])('behavior: %s', (pattern) => {
    expect(isOriginPattern(pattern)).toBe(true)
  })
  test.each([
    'a.example',
    'https://a.example/path',
    'https://*',
    'https://a.*.example',
    'ws://a.example',
    '',
  ])('error: %s', (pattern) => {
    expect(isOriginPattern(pattern)).toBe(false)
  })
})
