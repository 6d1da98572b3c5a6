import { describe, expect, test } from 'vitest'
import { readSettings } from './readSettings.ts'

const production = {
  NODE_ENV: 'production',
  WALLET_ORIGIN: 'https://wallet.example',
  GATEWAY_URL: 'https://gateway.example',
  VAULT_URL: 'https://vault.example',
}

describe('readSettings', () => {
  test('behavior: the limits of a small transaction', () => {
    expect(readSettings({}).riskLimits).toEqual({ usd: 100, share: 0.5 })
    const env = { WALLET_HIGH_RISK_USD: '0', WALLET_HIGH_RISK_SHARE: '0.05' }
    expect(readSettings(env).riskLimits).toEqual({ usd: 0, share: 0.05 })
  })

  test('behavior: social logins: a provider without a client ID is off', () => {
    expect(readSettings({ SOCIAL_GITHUB_CLIENT_ID: '' }).social).toEqual({ clients: {} })
    const env = { SOCIAL_GOOGLE_CLIENT_ID: 'one', SOCIAL_X_CLIENT_ID: 'two', SOCIAL_OTHER_CLIENT_ID: 'three' }
    expect(readSettings(env).social).toEqual({ clients: { google: 'one', x: 'two' } })
    const issuers = 'http://localhost:4409'
    expect(readSettings({ SOCIAL_ISSUERS: issuers }).social).toEqual({ clients: {}, issuers })
    expect(() => readSettings({ SOCIAL_ISSUERS: `${issuers}/path` })).toThrow('SOCIAL_ISSUERS')
    expect(() => readSettings({ ...production, SOCIAL_ISSUERS: issuers })).toThrow('SOCIAL_ISSUERS')
  })

  test('behavior: logins with Farcaster are off without nodes to verify them with', () => {
    const FARCASTER_RPC_URLS = 'https://one.example,https://two.example'
    expect(readSettings({ FARCASTER_RELAY: 'https://relay.example' }).social).toEqual({ clients: {} })
    expect(readSettings({ FARCASTER_RPC_URLS }).social.farcasterRelay).toBe('https://relay.farcaster.xyz')
    const local = { FARCASTER_RPC_URLS, FARCASTER_RELAY: 'http://localhost:4409/farcaster' }
    expect(readSettings(local).social.farcasterRelay).toBe(local.FARCASTER_RELAY)
    expect(() => readSettings({ ...production, ...local })).toThrow('FARCASTER_RELAY')
  })

  test.each(['relay.example', 'https://relay.example/', 'https://relay.example?a', 'wss://relay.example'])(
    'error: FARCASTER_RELAY=%s',
    (FARCASTER_RELAY) => {
      expect(() => readSettings({ FARCASTER_RPC_URLS: 'x', FARCASTER_RELAY })).toThrow('FARCASTER_RELAY')
    },
  )

  test('behavior: HSTS covers this host only; subdomains and the list of browsers are opt-in', () => {
    expect(readSettings({}).hsts).toBe('max-age=63072000')
    expect(readSettings({ WALLET_HSTS: 'includeSubDomains' }).hsts).toBe(
      'max-age=63072000; includeSubDomains',
    )
    expect(readSettings({ WALLET_HSTS: 'includeSubDomains; preload' }).hsts).toBe(
      'max-age=63072000; includeSubDomains; preload',
    )
    for (const WALLET_HSTS of ['preload', 'on'])
      expect(() => readSettings({ WALLET_HSTS })).toThrow('WALLET_HSTS')
  })

  test('error: in production, addresses that are missing, local or not encrypted, all at once', () => {
    expect(readSettings(production).url).toBe('https://wallet.example')
    expect(() => readSettings({ NODE_ENV: 'production', VAULT_URL: 'http://vault.example' })).toThrow(
      /^WALLET_ORIGIN is not set;\nGATEWAY_URL is not set;\nVAULT_URL is "http:\/\/vault\.example", which is not https:\/\//,
    )
  })

  test.each(['http://wallet.localhost:4402', 'https://localhost', 'https://127.0.0.1:8443', 'https://[::1]'])(
    'error: in production, WALLET_ORIGIN=%s',
    (WALLET_ORIGIN) => {
      expect(() => readSettings({ ...production, WALLET_ORIGIN })).toThrow(
        `WALLET_ORIGIN is "${WALLET_ORIGIN}", which only browsers on this machine can reach`,
      )
    },
  )

  test.each([
    ['WALLET_HIGH_RISK_USD', '-1'],
    ['WALLET_HIGH_RISK_USD', '$100'],
    ['WALLET_HIGH_RISK_USD', 'Infinity'],
    ['WALLET_HIGH_RISK_SHARE', '1.1'],
    ['WALLET_HIGH_RISK_SHARE', '50%'],
  ])('error: %s=%s', (variable, value) => {
    expect(() => readSettings({ [variable]: value })).toThrow(variable)
  })
})
