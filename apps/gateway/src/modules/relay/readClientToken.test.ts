import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createRelayToken } from '@portico/protocol/walletconnect'
import { problemDetail } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../infra/http/Problem.ts'
import { problems } from '../../infra/http/problems.ts'
import { readClientToken } from './readClientToken.ts'

const seed = '11'.repeat(32)
const issuedAt = 1_750_000_000
const audience = 'wss://relay.example'

async function refusal(fields: Partial<Parameters<typeof readClientToken>[0]>): Promise<string | undefined> {
  const token = await createRelayToken({ seed, audience, issuedAt, ttl: 3600 })
  try {
    readClientToken({ token, hosts: ['relay.example'], now: issuedAt * 1000, ...fields })
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return problemDetail({ problem: error, problems })
  }
}

describe('readClientToken', async () => {
  test('behavior: returns the key as the client ID', async () => {
    const token = await createRelayToken({ seed, audience, issuedAt })
    const clientId = readClientToken({ token, hosts: ['relay.example'], now: issuedAt * 1000 })
    expect(clientId).toMatch(/^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/)
  })

  test.each([
    ['issued an hour ahead', -3600, 'JWT validation error: JWT Token is not yet valid'],
    ['issued ahead by the leeway', -120, undefined],
    ['issued ahead by a second more', -121, 'JWT validation error: JWT Token is not yet valid'],
    ['expired an hour ago', 7200, 'JWT validation error: JWT Token is expired'],
    ['expired the leeway ago', 3720, undefined],
    ['expired a second longer ago', 3721, 'JWT validation error: JWT Token is expired'],
  ])('param: now: %s', async (_, later, reason) => {
    expect(await refusal({ now: (issuedAt + later) * 1000 })).toBe(reason)
  })

  test.each([
    ['wss://relay.example', ['relay.example'], true],
    ['wss://relay.example/', ['relay.example:443'], true],
    ['ws://RELAY.example:8080/relay', ['relay.example'], true],
    ['https://relay.example', ['10.0.0.7:4401', 'relay.example'], true],
    ['relay.example', ['relay.example'], true],
    ['ws://localhost:4401', ['127.0.0.1:4401'], true],
    ['ws://relay.localhost:1', ['[::1]:4401'], true],
    ['wss://not.relay.example', ['relay.example'], false],
    ['wss://relay.example.evil.example', ['relay.example'], false],
    ['wss://localhost.evil.example', ['localhost'], false],
    ['wss://relay.example', [], false],
    ['', ['relay.example'], false],
    ['wss://', ['relay.example'], false],
  ])('param: hosts: %s at %j: %s', async (aud, hosts, ok) => {
    const token = await createRelayToken({ seed, audience: aud, issuedAt })
    expect(await refusal({ token, hosts })).toBe(ok ? undefined : 'JWT validation error: Invalid audience')
  })

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = await createRelayToken({ seed, audience, issuedAt })
  const [header = '', payload = '', signature = ''] = token.split('.')
  test.each([
    ['nothing', ''],
    ['two parts', `${header}.${payload}`],
    ['four parts', `${header}.${payload}.${signature}.x`],
    ['no algorithm', `${part({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`],
    ['another algorithm', `${part({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`],
    ['no JSON', `${header}.${Buffer.from('x').toString('base64url')}.${signature}`],
    ['null', `${header}.${part(null)}.${signature}`],
    ['no issuer', `${header}.${part({})}.${signature}`],
    ['an endless issuer', `${header}.${part({ iss: `did:key:z${'z'.repeat(9999)}` })}.${signature}`],
    ['a key that is none', `${header}.${part({ iss: `did:key:z6Mk${'z'.repeat(44)}` })}.${signature}`],
    ['a short signature', `${header}.${payload}.${signature.slice(0, 60)}`],
    ['another payload', `${header}.${part({ iss: 'x' })}.${signature}`],
  ])('error: %s', async (_, token) => {
    expect(await refusal({ token })).toMatch(/^JWT validation error: Invalid /)
  })

  const root = resolve(import.meta.dirname, '../../../../..')
  const file = resolve(
    root,
    process.env.VECTORS_DIR ?? '../shared/vectors',
    'walletconnect/relay-auth-jwt.json',
  )
  const isSkipped = !existsSync(file) && !process.env.CI
  const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
  test.skipIf(isSkipped)(`behavior: the published tokens${reason}`, async () => {
    const { spec, didKey, invalid } = JSON.parse(readFileSync(file, 'utf8'))
    const hosts = ['relay.walletconnect.com']
    expect(`did:key:${readClientToken({ token: spec.jwt, hosts, now: spec.iat * 1000 })}`).toBe(didKey)
    expect(invalid.cases.length).toBeGreaterThan(5)
    for (const { jwt } of invalid.cases)
      expect(await refusal({ token: jwt, hosts, now: spec.iat * 1000 })).toMatch(
        /Invalid (signature|issuer)$/,
      )
  })
})
