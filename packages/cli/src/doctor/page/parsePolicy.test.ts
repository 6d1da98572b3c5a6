import { describe, expect, test } from 'vitest'
import { allows, parsePolicies } from './parsePolicy.ts'

const pageUrl = 'https://app.example/shop'

describe('allows', () => {
  test.each([
    ['connect-src https://g.example', 'https://g.example', true],
    ['connect-src https://g.example', 'wss://g.example', true],
    ['connect-src http://g.example', 'https://g.example', true],
    ['connect-src https://g.example', 'http://g.example', false],
    ['connect-src wss://g.example', 'wss://g.example', true],
    ['connect-src g.example', 'https://g.example', true],
    ['connect-src *.example', 'https://g.example', true],
    ['connect-src *.g.example', 'https://g.example', false],
    ['connect-src https://g.example:8443', 'https://g.example', false],
    ['connect-src https://g.example:*', 'https://g.example:8443', true],
    ['connect-src https://g.example', 'https://g.example:8443', false],
    ['connect-src https://g.example.evil', 'https://g.example', false],
    ["connect-src 'self'", 'https://app.example', true],
    ["connect-src 'self'", 'https://g.example', false],
    ["connect-src 'none'", 'https://g.example', false],
    ['connect-src', 'https://g.example', false],
    ['connect-src *', 'https://g.example', true],
    ['connect-src https:', 'wss://g.example', true],
    ['default-src https:', 'https://g.example', true],
    ["default-src 'self'", 'https://g.example', false],
    ["default-src 'none'; connect-src https:", 'https://g.example', true],
    ["connect-src 'none'; connect-src https:", 'https://g.example', false],
    ['CONNECT-SRC HTTPS://G.EXAMPLE', 'https://g.example', true],
    ["script-src 'self'", 'https://g.example', true],
    ['connect-src data:', 'data:', true],
    ['connect-src *', 'data:', false],
    ["connect-src 'self'", 'data:', false],
  ])('behavior: %j, %s: %j', (header, url, expected) => {
    const [policy] = parsePolicies(header)
    if (!policy) throw new Error('no policy')
    expect(allows({ policy, directives: ['connect-src', 'default-src'], url, pageUrl })).toBe(expected)
  })

  test('behavior: a header may hold several policies, or none', () => {
    expect(parsePolicies("img-src 'self', connect-src 'none'")).toHaveLength(2)
    expect(parsePolicies(' ; ,')).toEqual([])
  })
})
