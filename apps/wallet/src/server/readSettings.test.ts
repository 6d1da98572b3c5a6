import { describe, expect, test } from 'vitest'
import { readSettings } from './readSettings.ts'

describe('readSettings', () => {
  test('behavior: the limits of a small transaction', () => {
    expect(readSettings({}).riskLimits).toEqual({ usd: 100, share: 0.5 })
    const env = { WALLET_HIGH_RISK_USD: '0', WALLET_HIGH_RISK_SHARE: '0.05' }
    expect(readSettings(env).riskLimits).toEqual({ usd: 0, share: 0.05 })
  })

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
