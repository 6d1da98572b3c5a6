import { describe, expect, test } from 'vitest'
import { readSettings } from './readSettings.ts'

describe('readSettings', () => {
  test('behavior: the defaults', () => {
    expect(readSettings({})).toMatchInlineSnapshot(`
      {
        "addresses": {
          "esploraUrl": "http://localhost:4406",
          "gatewayUrl": "http://localhost:4401",
          "onrampUrl": "http://localhost:4410",
          "rpcUrls": {
            "31337": "http://localhost:8545",
            "31338": "http://localhost:8546",
          },
          "signetUrl": "http://localhost:4408",
          "solanaTwoUrl": "http://localhost:8901",
          "solanaUrl": "http://localhost:8899",
          "walletUrl": "http://wallet.localhost:4402",
        },
        "dev": false,
        "host": "127.0.0.1",
        "port": 4400,
        "url": "http://localhost:4400",
      }
    `)
  })

  test('behavior: a server bound to all interfaces is addressed as localhost', () => {
    expect(readSettings({ HOST: '0.0.0.0', DEMO_PORT: '80' }).url).toBe('http://localhost:80')
    expect(readSettings({ HOST: '192.168.1.7' }).addresses.walletUrl).toBe('http://192.168.1.7:4402')
  })

  test('behavior: RPC URLs do not reach the page', () => {
    const settings = readSettings({ RPC_URLS: '{"eip155:1":["https://node.example/secret"]}' })
    expect(JSON.stringify(settings)).not.toContain('secret')
  })

  test.each(['x', '-1', '70000', '1.5', ' '])('error: "%s" is not a port', (value) => {
    expect(() => readSettings({ GATEWAY_PORT: value })).toThrow(
      `GATEWAY_PORT is "${value}", which is not a port: use a number from 1 to 65535.`,
    )
  })
})
