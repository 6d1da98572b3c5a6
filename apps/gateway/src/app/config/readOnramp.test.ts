import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

const file = (text: string) => {
  const path = join(tempFolder(), 'secret')
  writeFileSync(path, `${text}\n`)
  return path
}
const template = {
  name: 'Acme',
  url: 'https://buy.acme.example/?to={address}',
  assets: [{ chain: 'eip155:1', symbol: 'ETH' }],
  currencies: ['EUR'],
}
const all = () => ({
  PUBLIC_URLS: 'https://gateway.example',
  ONRAMP_PROVIDERS: 'moonpay, meld transak,coinbase,acme',
  ONRAMP_COUNTRIES: 'de,FR',
  ONRAMP_NEEDS_SESSION: '1',
  ONRAMP_MOONPAY_KEY: 'pk',
  ONRAMP_MOONPAY_SECRET_FILE: file('sk'),
  ONRAMP_MOONPAY_WEBHOOK_KEY_FILE: file('wk'),
  ONRAMP_MELD_KEY_FILE: file('key'),
  ONRAMP_MELD_WEBHOOK_SECRET_FILE: file('whs'),
  ONRAMP_TRANSAK_KEY: 'key',
  ONRAMP_TRANSAK_SECRET_FILE: file('secret'),
  ONRAMP_COINBASE_KEY_ID: 'id',
  ONRAMP_COINBASE_SECRET_FILE: file(Buffer.alloc(64).toString('base64')),
  ONRAMP_COINBASE_WEBHOOK_SECRET_FILE: file('hook'),
  ONRAMP_TEMPLATES: JSON.stringify({ acme: template }),
})
const problemsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('readOnramp', () => {
  test('behavior: nothing is sold by default', () => {
    expect(readConfig({}).onramp).toEqual({ providers: [], countries: undefined, needsSession: false })
  })

  test('behavior: reads providers in their order, secrets from files', () => {
    const { onramp } = readConfig(all())
    expect(onramp.providers.map(({ kind }) => kind)).toEqual([
      'moonpay',
      'meld',
      'transak',
      'coinbase',
      'template',
    ])
    expect(onramp.providers[0]).toEqual({
      kind: 'moonpay',
      key: 'pk',
      secret: 'sk',
      webhookKey: 'wk',
      isSandbox: false,
    })
    expect(onramp.providers[1]).toMatchObject({
      webhookUrl: 'https://gateway.example/v1/onramp/webhooks/meld',
    })
    expect([...(onramp.countries ?? [])]).toEqual(['DE', 'FR'])
    expect(onramp.needsSession).toBe(true)
  })

  test('behavior: --check names the providers and the URLs of their webhooks, and no secret', () => {
    const { ok, text } = checkConfig(all())
    expect(ok).toBe(true)
    expect(text).toContain('buying: moonpay, meld, transak, coinbase, acme in DE, FR, for signed-in accounts')
    expect(text).toContain(
      'webhook to register at moonpay: https://gateway.example/v1/onramp/webhooks/moonpay',
    )
    expect(text).not.toMatch(/\b(sk|wk|whs|hook)\b/)
  })

  test.each([
    ['ONRAMP_PROVIDERS must be a list of', { ONRAMP_PROVIDERS: 'constructor' }],
    ['ONRAMP_MOONPAY_SECRET_FILE is not set', { ONRAMP_MOONPAY_SECRET_FILE: '' }],
    ['ONRAMP_MOONPAY_KEY is not set', { ONRAMP_MOONPAY_KEY: '' }],
    ['ONRAMP_MELD_KEY_FILE cannot be read (ENOENT)', { ONRAMP_MELD_KEY_FILE: '/nonexistent' }],
    ['PUBLIC_URLS must be set if ONRAMP_PROVIDERS has meld', { PUBLIC_URLS: '', NODE_ENV: 'production' }],
    ['ONRAMP_COINBASE_SECRET_FILE cannot be used', { ONRAMP_COINBASE_SECRET_FILE: import.meta.filename }],
    ['ONRAMP_COUNTRIES must be ISO 3166 codes', { ONRAMP_COUNTRIES: 'Germany' }],
    [
      'ONRAMP_PLAY_URL must be an http:// address on localhost',
      { ONRAMP_PROVIDERS: 'play', ONRAMP_PLAY_URL: 'https://evil.example' },
    ],
    ['must not contain play in production', { ONRAMP_PROVIDERS: 'play', NODE_ENV: 'production' }],
    [
      'ONRAMP_TEMPLATES must not have "moonpay"',
      { ONRAMP_TEMPLATES: JSON.stringify({ acme: template, moonpay: template }) },
    ],
    ...[
      'http://buy.acme.example/?to={address}',
      'https://{address}/',
      'https://buy.acme.example/',
      'https://user@buy.acme.example/?to={address}',
    ].map(
      (url) =>
        ['at acme › url', { ONRAMP_TEMPLATES: JSON.stringify({ acme: { ...template, url } }) }] as const,
    ),
  ] as const)('error: %s', (message, env) => {
    expect(problemsOf({ ...all(), ...env })).toContain(message)
  })
})
