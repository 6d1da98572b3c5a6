import { describe, expect, test } from 'vitest'
import { embedJson } from './embedJson.ts'

describe('embedJson', () => {
  test('behavior: no value ends the block, or is expanded as a replacement pattern', () => {
    const value = { gatewayUrl: 'http://x/</script><script>', walletUrl: "http://$&$'" }
    const html = embedJson('<head></head><body>', { id: 'server-addresses', value })
    const json = /<script type="application\/json" id="server-addresses">(.*)<\/script><\/head><body>$/.exec(
      html,
    )?.[1]
    expect(json).not.toContain('<')
    expect(JSON.parse(json as string)).toEqual(value)
  })
})
