// @vitest-environment jsdom
import { createLoginMessage } from '@portico/siwx'
import { describe, expect, test, vi } from 'vitest'
import { ada, fakeSIWX } from '../testing/index.ts'
import { hang } from './testing/fakeFrame.ts'
import { email, prepareEmbedded, until } from './testing/prepareEmbedded.ts'

const { setup } = prepareEmbedded()

describe('a sign-in as part of the login', () => {
  const login = { nonce: 'nonce12345678', issuer: 'gateway', expiresAt: '2030-01-01T00:00:00Z' } as const
  const random = 'a'.repeat(32)
  const signature = `0x${'12'.repeat(65)}`
  const never = new AbortController().signal
  const message = createLoginMessage({
    origin: 'https://app.test',
    address: ada,
    chainId: 'eip155:1',
    nonce: 'b'.repeat(64),
    now: Date.parse('2026-01-31T12:00:00Z'),
  })

  /** Logs in up to the form for the code. Records every state of the sign-in and the `signed-in` events. */
  async function beforeCode(prepareLogin?: () => Promise<typeof login | undefined>) {
    const siwx = fakeSIWX()
    const prepared = vi.fn(prepareLogin ?? (async () => login))
    siwx.prepareLogin = prepared
    const made = setup({ siwx })
    made.frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }))
    made.frame.answers.set('CONNECT_OTP', () => ({ signIn: { message, signature, random } }))
    const statuses: string[] = []
    made.kit.store.subscribe(({ signIn: { status } }) => statuses.at(-1) !== status && statuses.push(status))
    const signedIn: string[] = []
    made.kit.events.on(({ type }) => type === 'signed-in' && signedIn.push(type))
    await made.embedded.logIn(email)
    const asked = () => made.frame.received.find(({ type }) => type === 'CONNECT_OTP')?.payload
    return { ...made, siwx, prepared, statuses, signedIn, asked }
  }

  test('behavior: the page gets a session, and the visitor is not asked again', async () => {
    const { embedded, siwx, state, statuses, signedIn, asked, frame } = await beforeCode()
    await embedded.waitForCode(never)
    expect(asked()).toEqual({ signIn: { nonce: login.nonce, chainId: 'eip155:1', issuer: 'gateway' } })
    expect(siwx.sessions).toMatchObject([
      {
        data: { accountAddress: ada, chainId: 'eip155:1', domain: 'app.test', nonce: 'b'.repeat(64) },
        message,
        signature,
        login: { ...login, random },
      },
    ])
    expect(state().signIn).toMatchObject({ status: 'signed-in', address: ada, networkId: 'eip155:1' })
    await new Promise((resolve) => setTimeout(resolve))
    expect(statuses.filter((status) => status === 'needed' || status === 'signing')).toEqual([])
    expect(state().signIn.status).toBe('signed-in')
    expect(signedIn).toHaveLength(1)
    expect(frame.types()).not.toContain('RPC_REQUEST')
  })

  test.each<[string, () => Promise<typeof login | undefined>]>([
    ['that cannot be part of a login', async () => undefined],
    ['whose server is unreachable', () => Promise.reject(new Error('offline'))],
    ['with a nonce the wallet refuses', async () => ({ ...login, nonce: 'not a nonce' }) as never],
  ])('behavior: a sign-in %s is asked after the login', async (_, prepareLogin) => {
    const { embedded, state, asked, frame, signedIn } = await beforeCode(prepareLogin)
    frame.answers.set('CONNECT_OTP', () => ({}))
    await embedded.waitForCode(never)
    await until(() => state().signIn.status === 'needed')
    expect(asked()).toBeUndefined()
    expect(signedIn).toEqual([])
  })

  test('behavior: a server that does not answer delays the form by three seconds at most', async () => {
    const { embedded, asked, frame } = await beforeCode(() => new Promise(() => {}))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = embedded.waitForCode(never)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(frame.types()).not.toContain('CONNECT_OTP')
    await vi.advanceTimersByTimeAsync(200)
    await waiting
    expect(frame.types()).toContain('CONNECT_OTP')
    expect(asked()).toBeUndefined()
  })

  test('behavior: a wallet that did not sign: asked after the login', async () => {
    const { embedded, state, frame, siwx } = await beforeCode()
    frame.answers.set('CONNECT_OTP', () => ({}))
    await embedded.waitForCode(never)
    await until(() => state().signIn.status === 'needed')
    expect(siwx.calls).not.toContain('addSession')
  })

  test('error: a session that is not accepted: connected, and asked after the login', async () => {
    const { embedded, state, siwx, signedIn } = await beforeCode()
    siwx.addSession = () => Promise.reject(new Error('nonce-used'))
    await embedded.waitForCode(never)
    expect(state().connections.eip155).toMatchObject({ status: 'connected', address: ada })
    await until(() => state().signIn.status === 'needed')
    expect(signedIn).toEqual([])
  })

  test('error: an account that cannot be connected keeps no session', async () => {
    const { embedded, frame, siwx, signedIn } = await beforeCode()
    frame.answers.set('GET_USER', () => new Error('unreachable'))
    await expect(embedded.waitForCode(never)).rejects.toThrow('unreachable')
    expect(siwx.sessions).toEqual([])
    expect(signedIn).toEqual([])
  })

  test('behavior: resuming a session asks as before', async () => {
    const { embedded, frame, state, prepared } = await beforeCode()
    vi.setSystemTime(Date.now() + 31_000)
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await embedded.logIn(email)
    await until(() => state().signIn.status === 'needed')
    expect(prepared).not.toHaveBeenCalled()
  })

  test('behavior: a view that is drawn twice asks for one nonce', async () => {
    const { embedded, frame, prepared } = await beforeCode()
    const left = new AbortController()
    frame.answers.set('CONNECT_OTP', () => hang)
    const first = expect(embedded.waitForCode(left.signal)).rejects.toThrow('Something went wrong')
    left.abort()
    await first
    frame.answers.set('CONNECT_OTP', () => ({}))
    await embedded.waitForCode(never)
    expect(prepared).toHaveBeenCalledOnce()
  })
})
