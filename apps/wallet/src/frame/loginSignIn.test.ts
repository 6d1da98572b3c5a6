import { mixNonce, parseMessage, verifyMessage } from '@portico/siwx'
import { describe, expect, test, vi } from 'vitest'
import { createFrameHost } from '../../test/createFrameHost.ts'
import { testSolanaAddress } from '../../test/createTestSigner.ts'
import { type FramePort, serveRequests } from './serveRequests.ts'

type Signed = { message: string; signature: string; random?: string }
type Reply = { id: string; type: string; payload: { action?: string; signIn?: Signed } }

const origin = 'http://localhost:4400'
const asked = { nonce: 'nonce12345678', chainId: 'eip155:31337', issuer: 'application' } as const
const solanaDevnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const now = 1_795_000_000_000
let last = 0

/** Starts a frame whose host page has not logged in yet. */
function open(options: Parameters<typeof createFrameHost>[0] = {}) {
  const host = createFrameHost({ now: () => now, ...options })
  const replies: Reply[] = []
  const port: FramePort = { onmessage: null, postMessage: (message) => void replies.push(message as Reply) }
  let time = 0
  serveRequests({ port, handlers: host.handlers, now: () => time })
  async function ask(type: string, payload?: unknown): Promise<Reply> {
    time += 1000
    const id = (last++).toString(16).padStart(32, '0')
    port.onmessage?.({ data: { id, type, ...(payload === undefined ? {} : { payload }) } } as MessageEvent)
    return vi.waitFor(() => replies.find((reply) => reply.id === id) ?? Promise.reject(new Error(type)))
  }
  async function startLogin() {
    await ask('CONNECT_EMAIL', { email: 'ada@example.org' })
    await ask('CONNECT_DEVICE')
  }
  return { ...host, ask, startLogin }
}

/** Starts a login whose form for the code stays open until `typeCode` is called. */
async function openForm(first: unknown) {
  const forms: (() => void)[] = []
  const frame = open({ enterCode: () => new Promise((resolve) => forms.push(resolve)) })
  await frame.startLogin()
  const before = frame.ask('CONNECT_OTP', first)
  await vi.waitFor(() => expect(forms).toHaveLength(1))
  const typeCode = () => {
    for (const accept of forms.splice(0)) accept()
  }
  return { ...frame, before, typeCode, count: () => frame.questions.length }
}

describe('a sign-in as part of a login', () => {
  test('behavior: the frame writes and signs the message, once the code was accepted', async () => {
    const { ask, startLogin, counts, address, questions } = open()
    await startLogin()
    const { payload } = await ask('CONNECT_OTP', { signIn: asked })
    expect(questions).toMatchObject([{ signsIn: true }])
    expect(counts).toEqual({ approved: 1, signed: 1, unapproved: 0 })
    const { message = '', signature = '', random } = payload.signIn ?? {}
    expect(random).toBeUndefined()
    expect(parseMessage(message)).toEqual({
      domain: 'localhost:4400',
      address,
      statement: 'Signed by the wallet as part of the login.',
      uri: origin,
      version: '1',
      chainId: 'eip155:31337',
      nonce: asked.nonce,
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + 10 * 60_000).toISOString(),
    })
    const verdict = await verifyMessage({ message, signature, nonce: asked.nonce, now: new Date(now) })
    expect(verdict).toMatchObject({ ok: true, account: `eip155:31337:${address}` })
  })

  test('behavior: on Solana the message and the signature are those of the Solana account', async () => {
    for (const issuer of ['application', 'gateway'] as const) {
      const { ask, startLogin, counts } = open()
      await startLogin()
      const { signIn } = (await ask('CONNECT_OTP', { signIn: { ...asked, chainId: solanaDevnet, issuer } }))
        .payload
      const { message = '', signature = '', random } = signIn ?? {}
      expect(message).toContain('wants you to sign in with your Solana account:')
      const nonce = random === undefined ? asked.nonce : await mixNonce({ nonce: asked.nonce, random })
      const verdict = await verifyMessage({ message, signature, nonce, now: new Date(now) })
      expect(verdict).toMatchObject({ ok: true, account: `${solanaDevnet}:${testSolanaAddress}` })
      expect(counts).toEqual({ approved: 1, signed: 1, unapproved: 0 })
    }
  })

  test('behavior: a wallet without a Solana account logs in without a signature', async () => {
    const { ask, startLogin, counts } = open({ solanaAddress: null })
    await startLogin()
    const reply = await ask('CONNECT_OTP', { signIn: { ...asked, chainId: solanaDevnet } })
    expect(reply).toMatchObject({ type: 'CONNECT_OTP_SUCCESS', payload: {} })
    expect(counts.signed).toBe(0)
  })

  test('behavior: a gateway’s nonce is hashed with a random value of the frame', async () => {
    const randoms = new Set<string>()
    for (const _ of [1, 2]) {
      const { ask, startLogin } = open()
      await startLogin()
      const { signIn } = (await ask('CONNECT_OTP', { signIn: { ...asked, issuer: 'gateway' } })).payload
      const { message = '', random = '' } = signIn ?? {}
      expect(random).toMatch(/^[0-9a-f]{32}$/)
      expect(parseMessage(message).nonce).toBe(await mixNonce({ nonce: asked.nonce, random }))
      expect(message).not.toContain(asked.nonce)
      randoms.add(random)
    }
    expect(randoms.size).toBe(2)
  })

  test('behavior: without a request nothing is signed', async () => {
    const { ask, startLogin, counts, questions } = open()
    await startLogin()
    expect(await ask('CONNECT_OTP')).toMatchObject({ type: 'CONNECT_OTP_SUCCESS', payload: {} })
    expect(questions).toMatchObject([{ signsIn: false }])
    expect(counts.signed).toBe(0)
  })
})

describe('attacks on it', () => {
  test.each<[string, object]>([
    ['text of its own', { statement: 'I give everything.' }],
    ['a whole message', { message: 'evil.example wants you to sign in' }],
    ['resources', { resources: ['https://evil.example/'] }],
    ['another domain', { domain: 'evil.example' }],
    ['another URI', { uri: 'https://evil.example' }],
    ['another address', { address: `0x${'22'.repeat(20)}` }],
    ['times', { issuedAt: '2020-01-01T00:00:00Z', expirationTime: '2099-01-01T00:00:00Z' }],
    ['a long nonce', { nonce: 'a'.repeat(65) }],
    ['a short nonce', { nonce: 'a'.repeat(7) }],
    ['a nonce with a line break', { nonce: 'nonce1234\nResources:' }],
    ['a nonce with a space', { nonce: 'nonce 12345' }],
    ['a network of another kind', { chainId: 'bip122:000000000019d6689c085ae165831e93' }],
    ['a network of Solana by its name', { chainId: 'solana:mainnet' }],
    ['a network with a line break', { chainId: 'eip155:1\n1' }],
    ['no nonce', { nonce: undefined }],
    ['a random value', { random: 'a'.repeat(32) }],
    ['an unknown issuer', { issuer: 'page' }],
  ])('error: %s is refused before the form for the code is shown', async (_, change) => {
    const { ask, startLogin, counts, questions } = open()
    await startLogin()
    const { type } = await ask('CONNECT_OTP', { signIn: { ...asked, ...change } })
    expect(type).toBe('CONNECT_OTP_ERROR')
    expect(questions).toEqual([])
    expect(counts.signed).toBe(0)
  })

  test.each<[string, object | undefined, object]>([
    ['added', undefined, asked],
    ['with another nonce', asked, { ...asked, nonce: 'other1234' }],
    ['for another network', asked, { ...asked, chainId: 'eip155:1' }],
    ['with a nonce of another issuer', { ...asked, issuer: 'gateway' }, asked],
  ])('error: %s after the form was shown, it signs nothing', async (_, first, later) => {
    const frame = await openForm(first && { signIn: first })
    const after = frame.ask('CONNECT_OTP', { signIn: later })
    await vi.waitFor(() => expect(frame.count()).toBe(2))
    frame.typeCode()
    expect((await frame.before).type).toBe('CONNECT_OTP_ERROR')
    expect((await after).payload).toEqual({})
    expect(frame.questions[1]).toMatchObject({ signsIn: false })
    expect(frame.counts.signed).toBe(0)
  })

  test('behavior: the same one again, for the view that was drawn again, signs once', async () => {
    const frame = await openForm({ signIn: asked })
    const after = frame.ask('CONNECT_OTP', { signIn: asked })
    await vi.waitFor(() => expect(frame.count()).toBe(2))
    frame.typeCode()
    expect((await frame.before).type).toBe('CONNECT_OTP_ERROR')
    expect((await after).payload.signIn?.message).toContain(asked.nonce)
    expect(frame.counts.signed).toBe(1)
  })

  test('error: a second request after the code was accepted', async () => {
    const { ask, startLogin, counts } = open()
    await startLogin()
    await ask('CONNECT_OTP', { signIn: asked })
    for (const nonce of [asked.nonce, 'other1234'])
      expect((await ask('CONNECT_OTP', { signIn: { ...asked, nonce } })).type).toBe('CONNECT_OTP_ERROR')
    expect(counts.signed).toBe(1)
  })

  test('error: resuming a session signs nothing', async () => {
    const { ask, startLogin, counts } = open()
    await startLogin()
    await ask('CONNECT_OTP')
    const email = 'ada@example.org'
    expect((await ask('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'CONNECT' })
    expect((await ask('CONNECT_EMAIL', { email, signIn: asked })).type).toBe('CONNECT_EMAIL_ERROR')
    expect((await ask('CONNECT_OTP', { signIn: asked })).type).toBe('CONNECT_OTP_ERROR')
    expect((await ask('GET_USER', { signIn: asked })).type).toBe('GET_USER_ERROR')
    expect(counts.signed).toBe(0)
  })

  test('error: a code that is not accepted signs nothing', async () => {
    const { ask, startLogin, counts } = open({ enterCode: () => Promise.reject(new Error('wrong')) })
    await startLogin()
    expect((await ask('CONNECT_OTP', { signIn: asked })).type).toBe('CONNECT_OTP_ERROR')
    expect(counts.signed).toBe(0)
  })

  test('error: a code sent by the page signs nothing', async () => {
    const { ask, startLogin, counts } = open()
    await startLogin()
    expect((await ask('CONNECT_OTP', { otp: '123456', signIn: asked })).type).toBe('CONNECT_OTP_ERROR')
    expect(counts.signed).toBe(0)
  })

  test('error: a page that the visitor blocked gets the login, but no signature', async () => {
    const { ask, startLogin, counts, stored } = open()
    stored.set(`blocked ${origin}`, true)
    await startLogin()
    expect(await ask('CONNECT_OTP', { signIn: asked })).toMatchObject({
      type: 'CONNECT_OTP_SUCCESS',
      payload: {},
    })
    expect(counts.signed).toBe(0)
  })
})
