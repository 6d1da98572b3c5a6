import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError } from '@portico/protocol'
import { createNonce, verifyMessage } from '@portico/siwx'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account, proposed, type Started, startClient } from '../../test/startClient.ts'
import { parseCacao } from './cacao.ts'
import type { VerifySignIn } from './oneClick.ts'
import { findRecap, formatRecap, parseRecap, withAuthorization } from './recap.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''

let open: Started[] = []
afterEach(() => {
  for (const one of open) one.stop()
  open = []
})
function start(options: Parameters<typeof startClient>[0] = {}) {
  const started = startClient(options)
  open.push(started)
  return started
}

const verify: VerifySignIn = async ({ message, signature, address, chainId }) => {
  const verdict = await verifyMessage({ message, signature, address, chains: [chainId], domain: 'app.test' })
  if (!verdict.ok) throw new Error(verdict.reason)
}
const signIn = () => ({
  domain: 'app.test',
  uri: 'https://app.test/login',
  version: '1',
  nonce: createNonce(),
  statement: 'Welcome.',
  issuedAt: new Date().toISOString(),
  resources: ['https://app.test/terms'],
})

describe('connect with a sign-in', () => {
  test('behavior: one step gives a session and a proof for each chain', async () => {
    const { client, connect, relay, wallet } = start()
    const asked = signIn()
    const { session, proofs } = await connect({ oneClick: { signIn: asked, verify } })
    expect(client.sessions).toEqual([session])
    expect(session.namespaces.eip155).toEqual({
      chains: ['eip155:31337', 'eip155:31338'],
      accounts: [`eip155:31337:${account}`, `eip155:31338:${account}`],
      methods: [...(proposed.eip155?.methods ?? [])].sort(),
      events: proposed.eip155?.events,
    })
    expect(proofs.map(({ data }) => data.chainId)).toEqual(['eip155:31337', 'eip155:31338'])
    const [proof] = proofs
    expect(proof?.data).toMatchObject({ accountAddress: account, domain: 'app.test', nonce: asked.nonce })
    expect(proof?.message).toContain(
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': ",
    )
    expect(
      await verifyMessage({ message: proof?.message ?? '', signature: proof?.signature ?? '' }),
    ).toMatchObject({
      ok: true,
    })
    // The sign-in, and the proposal behind it for wallets that do not know it.
    expect(relay.published.map(({ tag }) => tag).slice(0, 2)).toEqual([1116, 1100])
    const request = {
      topic: session.topic,
      chainId: 'eip155:31337',
      method: 'personal_sign',
      params: ['0x01', account],
    }
    expect(await client.request(request)).toMatch(/^0x/)
    expect(wallet.sessions.map(({ topic }) => topic)).toContain(session.topic)
  })

  test('behavior: a wallet that does not know it answers the proposal', async () => {
    const { connect } = start({ oneClick: false })
    const { session, proofs } = await connect({ oneClick: { signIn: signIn(), verify } })
    expect(proofs).toEqual([])
    expect(session.namespaces.eip155?.accounts).toContain(`eip155:31337:${account}`)
  })

  test('behavior: a wallet that refuses the method as unknown is asked by the proposal', async () => {
    const { connect, wallet } = start()
    wallet.setPolicy({ code: 10001, message: 'Unsupported method' }, { method: 'wc_sessionAuthenticate' })
    expect((await connect({ oneClick: { signIn: signIn(), verify } })).proofs).toEqual([])
  })

  test('behavior: with other families there is no sign-in', async () => {
    const { connect, relay } = start()
    const solana = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const, methods: [], events: [] }
    const { proofs } = await connect({
      oneClick: { signIn: signIn(), verify },
      proposed: { ...proposed, solana },
    })
    expect(proofs).toEqual([])
    expect(relay.published.some(({ tag }) => tag === 1116)).toBe(false)
  })

  test('error: the person says no', async () => {
    const { client, connect, wallet } = start()
    wallet.setPolicy('reject', { method: 'wc_sessionAuthenticate' })
    await expect(connect({ oneClick: { signIn: signIn(), verify } })).rejects.toMatchObject({ rpcCode: 4001 })
    expect(client.sessions).toEqual([])
  })

  test('behavior: fewer methods and chains than asked for', async () => {
    const { connect, wallet } = start()
    wallet.settlement = { chains: ['eip155:31338'], methods: ['personal_sign'] }
    const { session } = await connect({ oneClick: { signIn: signIn(), verify } })
    expect(session.namespaces.eip155).toMatchObject({ chains: ['eip155:31338'], methods: ['personal_sign'] })
  })

  test('error: a sign-in that allows nothing', async () => {
    const { connect, wallet } = start()
    wallet.settlement = { methods: [] }
    await expect(connect({ oneClick: { signIn: signIn(), verify } })).rejects.toThrow('grants no method')
  })

  test('error: a signature that does not hold makes no session, and the wallet is told', async () => {
    const { client, connect, wallet } = start()
    const refuse = vi.fn<VerifySignIn>(async () => {
      throw new RpcError({ rpcCode: 4100, message: 'Bad.' })
    })
    await expect(connect({ oneClick: { signIn: signIn(), verify: refuse } })).rejects.toThrow('Bad.')
    expect(refuse).toHaveBeenCalledTimes(1)
    expect(client.sessions).toEqual([])
    await expect.poll(() => wallet.sessions).toEqual([])
  })
})

describe('readAuthAnswer', () => {
  test.each([
    ['another domain', { domain: 'evil.test' }, 'another domain'],
    ['another nonce', { nonce: '12345678' }, 'nonce is another'],
    ['another URI', { aud: 'https://evil.test' }, 'another URI'],
    ['a longer life', { exp: '2100-01-01T00:00:00Z' }, 'expires at another time'],
    ['another statement', { statement: 'I give everything.' }, 'statement is another'],
    ['more resources', { resources: ['https://evil.test'] }, 'resources are others'],
    ['a chain nobody asked for', { iss: `did:pkh:eip155:1:${account}` }, 'a chain nobody asked for'],
    ['an issuer that is none', { iss: 'did:web:evil.test' }, 'malformed'],
  ])('error: %s', async (_, change, words) => {
    const { createAuthPayload, readAuthAnswer } = await import('./oneClick.ts')
    const asked = createAuthPayload(signIn(), proposed)
    const { domain, aud, version, nonce, iat, statement, resources } = asked
    const p = {
      iss: `did:pkh:eip155:31337:${account}`,
      domain,
      aud,
      version,
      nonce,
      iat,
      statement,
      resources,
    }
    const cacao = { h: { t: 'caip122' }, p: { ...p, ...change }, s: { t: 'eip191', s: '0x00' } }
    const answer = { cacaos: [cacao], responder: { publicKey: 'ab'.repeat(32), metadata: {} } }
    const check = vi.fn(async () => {})
    await expect(readAuthAnswer({ answer, asked, proposed, verify: check })).rejects.toThrow(words)
    expect(check).not.toHaveBeenCalled()
    const good = { ...answer, cacaos: [{ ...cacao, p }] }
    expect((await readAuthAnswer({ answer: good, asked, proposed, verify: check })).proofs).toHaveLength(1)
  })
})

describe('parseCacao', () => {
  test.skipIf(isSkipped)(`behavior: the published sign-ins${reason}`, async () => {
    const { verifyMessage: verifySignature } = await import('viem')
    const cases = JSON.parse(readFileSync(resolve(directory, 'walletconnect/cacao.json'), 'utf8'))
    expect(cases.length).toBeGreaterThan(2)
    for (const { name, cacao, valid } of cases) {
      const read = parseCacao(cacao)
      if (!read) throw new Error(`${name} could not be read`)
      const { address, message, signature } = read as {
        address: `0x${string}`
        message: string
        signature: `0x${string}`
      }
      const isGood = await verifySignature({ address, message, signature })
      expect([name, isGood]).toEqual([name, valid])
    }
  })

  test('error: never throws', () => {
    const p = fc.record(
      { iss: fc.anything(), resources: fc.anything(), aud: fc.anything() },
      { requiredKeys: [] },
    )
    const cacao = fc.record({ h: fc.constant({ t: 'caip122' }), p, s: fc.anything() })
    fc.assert(fc.property(fc.oneof(cacao, fc.anything()), (value) => void parseCacao(value)))
  })
})

describe('ReCap', () => {
  test('behavior: what is written is read, in any base64', () => {
    const recap = { personal_sign: ['eip155:1'], eth_sendTransaction: [] }
    const resource = formatRecap(recap)
    expect(resource).toMatch(/^urn:recap:[A-Za-z0-9+/]+$/)
    expect(parseRecap(resource)).toEqual(recap)
    expect(parseRecap(resource.replaceAll('+', '-').replaceAll('/', '_'))).toEqual(recap)
    expect(findRecap(['https://a.test', resource])).toBe(resource)
  })

  test('behavior: says in words what it allows, once', () => {
    const recap = { personal_sign: [], eth_sendTransaction: [] }
    const text = withAuthorization('Hello.', recap)
    expect(text).toBe(
      "Hello. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.",
    )
    expect(withAuthorization(text, recap)).toBe(text)
    expect(withAuthorization(undefined, {})).toBeUndefined()
  })

  test.each(['urn:recap:', 'urn:recap:!!', `urn:recap:${btoa('7')}`, `urn:recap:${btoa('{}')}`])(
    'error: %s',
    (text) => {
      expect(parseRecap(text)).toBeUndefined()
    },
  )
})
