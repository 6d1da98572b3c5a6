import { describe, expect, test } from 'vitest'
import { readConfig } from './readConfig.ts'

const production = {
  NODE_ENV: 'production',
  WALLET_ORIGIN: 'https://wallet.example',
  GATEWAY_URL: 'https://gateway.example',
  VAULT_URL: 'https://vault.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'login@shop.example',
}

describe('readConfig', () => {
  test('behavior: outside production, the gateway is the local one', () => {
    expect(readConfig({}).gatewayUrl).toBe('http://localhost:4401')
    expect(readConfig({ GATEWAY_PORT: '5501' }).gatewayUrl).toBe('http://localhost:5501')
  })

  test.each(['WALLET_ORIGIN', 'GATEWAY_URL', 'VAULT_URL', 'SMTP_URL', 'MAIL_FROM'])(
    'error: in production, %s is required',
    (name) => {
      expect(readConfig(production).gatewayUrl).toBe('https://gateway.example')
      expect(() => readConfig({ ...production, [name]: undefined })).toThrow(`${name} is not set`)
    },
  )
})
