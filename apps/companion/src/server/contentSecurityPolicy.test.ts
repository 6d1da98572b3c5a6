import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from './contentSecurityPolicy.ts'
import { readSettings } from './readSettings.ts'

describe('contentSecurityPolicy', () => {
  test('behavior: allows only own files, the relay and the local chains', () => {
    const { addresses } = readSettings({})
    expect(contentSecurityPolicy(addresses).replaceAll('; ', '\n')).toMatchInlineSnapshot(`
      "default-src 'none'
      script-src 'self'
      style-src 'self'
      img-src 'self'
      connect-src ws://localhost:4401 http://localhost:8545 http://localhost:8546
      base-uri 'none'
      form-action 'none'
      frame-ancestors 'none'
      require-trusted-types-for 'script'"
    `)
  })
})
