import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { readConfig } from './readConfig.ts'

const production = {
  NODE_ENV: 'production',
  RPC_URLS: '{"eip155:1":["https://node.example"]}',
  WALLET_ORIGIN: 'https://wallet.example',
  VAULT_URL: 'https://vault.example/',
  PUBLIC_URLS: 'https://gateway.example',
  WALLET_KEK_FILE: '/run/kek.json',
  WALLET_KEYS_FILE: '/run/wallet-keys.json',
  GATEWAY_SMTP_URL: 'smtps://login:secret@mail.example',
  GATEWAY_MAIL_FROM: 'Shop <login@shop.example>',
}

describe('readEmbedded', () => {
  test('behavior: on by default in development, with the local wallet site and vault', () => {
    expect(readConfig({ WALLET_PORT: '5402', VAULT_PORT: '5403' }).embedded).toMatchObject({
      walletOrigin: 'http://wallet.localhost:5402',
      vaultUrl: 'http://localhost:5403',
      kekFile: undefined,
      keysFile: undefined,
    })
    expect(readConfig({ WALLET_ORIGIN: 'off' }).embedded).toBeUndefined()
  })

  test('behavior: off by default in production; requires the secret files', () => {
    expect(readConfig({ NODE_ENV: 'production', RPC_URLS: production.RPC_URLS }).embedded).toBeUndefined()
    expect(readConfig(production).embedded).toMatchObject({
      walletOrigin: 'https://wallet.example',
      vaultUrl: 'https://vault.example',
      kekFile: '/run/kek.json',
      keysFile: '/run/wallet-keys.json',
    })
  })

  test.each([
    [{ VAULT_URL: '' }, /VAULT_URL must be set/],
    [{ VAULT_URL: 'vault' }, /VAULT_URL must be an http/],
    [{ WALLET_ORIGIN: 'https://wallet.example/' }, /WALLET_ORIGIN must be an origin/],
    [{ WALLET_ORIGIN: 'http://wallet.example' }, /WALLET_ORIGIN must be https/],
    [{ WALLET_KEK_FILE: '' }, /WALLET_KEK_FILE and WALLET_KEYS_FILE must be set/],
    [{ PUBLIC_URLS: '' }, /PUBLIC_URLS must be set/],
  ])('error: %o', (change, words) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(words)
  })

  test('behavior: introductions are required; codes are mailed to the developer’s inbox in development', () => {
    expect(readConfig({ SMTP_PORT: '5405' }).embedded?.introductions).toEqual({
      smtpUrl: 'smtp://127.0.0.1:5405',
      mailFrom: 'Portico <login@gateway.portico.localhost>',
      isRequired: true,
      perDay: 1000,
      allowOneMailProvider: false,
    })
    const configured = { ...production, INTRODUCTIONS: 'optional', ONE_MAIL_PROVIDER: 'yes' }
    expect(readConfig(configured).embedded?.introductions).toEqual({
      smtpUrl: 'smtps://login:secret@mail.example',
      mailFrom: 'Shop <login@shop.example>',
      isRequired: false,
      perDay: 5,
      allowOneMailProvider: true,
    })
    expect(readConfig({ LIMIT_INTRODUCTIONS: '7' }).embedded?.introductions?.perDay).toBe(7)
  })

  test.each([
    [{ INTRODUCTIONS: 'yes' }, /INTRODUCTIONS must be required or optional/],
    [{ GATEWAY_SMTP_URL: '' }, /GATEWAY_SMTP_URL must be set if WALLET_ORIGIN is/],
    [{ ONE_MAIL_PROVIDER: '1' }, /ONE_MAIL_PROVIDER must be yes or no/],
    [{ GATEWAY_MAIL_FROM: '' }, /GATEWAY_MAIL_FROM must be set/],
    [
      { GATEWAY_SMTP_URL: 'https://mail.example', GATEWAY_MAIL_FROM: 'a@b.example' },
      /GATEWAY_SMTP_URL must be a URL/,
    ],
    [{ GATEWAY_SMTP_URL: 'smtp://mail.example', GATEWAY_MAIL_FROM: 'Shop' }, /must be an e-mail address/],
    [{ GATEWAY_MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, /must be an e-mail address/],
  ])('error: %o', (change, words) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(words)
  })

  test('error: refuses to start with a key of the vault, or with missing or invalid secret files', async () => {
    const folder = tempFolder()
    const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:1'] }
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64url')
    const write = (name: string, mode: number) => {
      const file = join(folder, name)
      mkdirSync(join(folder, 'vault'), { recursive: true })
      writeFileSync(file, JSON.stringify({ primary: name[0], keys: { [name[0] as string]: key } }), { mode })
      return file
    }
    const start = (env: Record<string, string>) => createTestApp({ rpcUrls, env })
    const ring = write('a.json', 0o600)
    const vault = write('b.json', 0o600)
    const keys = JSON.stringify({})
    writeFileSync(join(folder, 'keys.json'), keys, { mode: 0o600 })
    await expect(start({ WALLET_KEK_FILE: join(folder, 'none.json') })).rejects.toThrow(
      /is not there|wallet-keys/,
    )
    await expect(
      start({ WALLET_KEK_FILE: ring, WALLET_KEYS_FILE: join(folder, 'keys.json') }),
    ).rejects.toThrow(/keys\.json cannot be used/)
    const own = tempFolder()
    mkdirSync(join(own, 'gateway'), { recursive: true })
    writeFileSync(
      join(own, 'gateway', 'wallet-kek.json'),
      JSON.stringify({ primary: 'a', keys: { a: key } }),
      {
        mode: 0o600,
      },
    )
    await expect(start({ PORTICO_DATA_DIR: own, VAULT_KEK_FILE: vault })).rejects.toThrow(
      /share an encryption key/,
    )
    writeFileSync(join(own, 'gateway', 'wallet-kek.json'), '{}', { mode: 0o600 })
    await expect(start({ PORTICO_DATA_DIR: own })).rejects.toThrow(/wallet-kek\.json cannot be used/)
  })
})
