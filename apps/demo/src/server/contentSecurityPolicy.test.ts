import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from './contentSecurityPolicy.ts'

describe('contentSecurityPolicy', () => {
  test('behavior: allows only files and servers of the page', () => {
    const policy = contentSecurityPolicy({
      gatewayUrl: 'http://localhost:4401',
      walletUrl: 'http://wallet.localhost:4402',
      rpcUrls: { 31337: 'http://localhost:8545', 31338: 'http://localhost:8546/path' },
      solanaUrl: 'http://localhost:8899',
      solanaTwoUrl: 'http://localhost:8901',
      onrampUrl: 'http://localhost:4410',
      esploraUrl: 'http://localhost:4406',
      signetUrl: 'http://localhost:4408',
    })
    expect(policy.replaceAll('; ', '\n')).toMatchInlineSnapshot(`
      "default-src 'none'
      script-src 'self'
      style-src 'self'
      img-src 'self' data: blob: http://localhost:4401
      font-src 'self'
      connect-src 'self' http://localhost:4401 http://localhost:8545 http://localhost:8546 http://localhost:8899 http://localhost:8901 http://localhost:4406 http://localhost:4408 ws://localhost:4401 ws://localhost:8545 ws://localhost:8546 ws://localhost:8899 ws://localhost:8901 ws://localhost:4406 ws://localhost:4408
      frame-src http://wallet.localhost:4402
      base-uri 'none'
      form-action 'none'
      frame-ancestors 'none'
      require-trusted-types-for 'script'"
    `)
  })
})
