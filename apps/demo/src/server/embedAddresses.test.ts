import { describe, expect, test } from 'vitest'
import { embedAddresses } from './embedAddresses.ts'

const rpcUrls = { 31337: 'http://localhost:1', 31338: 'http://localhost:2' }

describe('embedAddresses', () => {
  test('behavior: no value ends the block, and none is a pattern', () => {
    const addresses = { gatewayUrl: 'http://x/</script><script>', walletUrl: "http://$&$'", rpcUrls }
    const html = embedAddresses('<head></head><body>', addresses)
    const json = /<script type="application\/json" id="server-addresses">(.*)<\/script><\/head><body>$/.exec(
      html,
    )?.[1]
    expect(json).not.toContain('<')
    expect(JSON.parse(json as string)).toEqual(addresses)
  })
})
