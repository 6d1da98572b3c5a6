// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createLoginMessage } from '@portico/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { disconnect } from '../actions/disconnect.ts'
import { switchNetwork } from '../actions/switchNetwork.ts'
import type { Kit } from '../kit.ts'
import { signIn } from '../signIn/signIn.ts'
import { ada, deferred, fakeSIWX, testKit } from '../testing/index.ts'
import { authConnectorId, type Embedded, startEmbedded } from './index.ts'
import { loginStorageKeys } from './loginStorage.ts'
import { fakeFrame, hang } from './testing/fakeFrame.ts'

const kits: Kit[] = []
const until = (isThere: () => boolean) => vi.waitFor(() => expect(isThere()).toBe(true))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const kit of kits.splice(0)) kit.destroy()
  document.body.replaceChildren()
})

const walletUrl = 'http://wallet.localhost:4402'
const email = 'ada@example.org'
const user = {
  email,
  address: ada,
  chainId: 'eip155:1',
  accounts: [{ address: ada, type: 'eoa' }],
  preferredAccountType: 'eoa',
}

function setup(options: Parameters<typeof testKit>[0] = {}) {
  const made = testKit({ walletUrl, ...options })
  kits.push(made.kit)
  const frame = fakeFrame()
  frame.answers.set('GET_USER', () => user)
  frame.answers.set('IS_CONNECTED', () => ({ isConnected: true }))
  frame.answers.set('SET_PREFERRED_ACCOUNT', () => ({ type: 'eoa', address: ada }))
  const onCloseRequested = vi.fn()
  const embedded = startEmbedded(made.kit, { mount: frame.mount, onCloseRequested }) as Embedded
  const state = () => made.kit.store.getState()
  return { ...made, frame, embedded, state, onCloseRequested }
}

/** Logs in on a known device. */
async function loggedIn(options: Parameters<typeof testKit>[0] = {}) {
  const made = setup(options)
  made.frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
  await made.embedded.logIn(email)
  const provider = made.kit.connectors.get(`eip155:${authConnectorId}`)?.getProvider() as {
    request(parameters: { method: string; params?: unknown }): Promise<unknown>
  }
  return { ...made, provider }
}

describe('startEmbedded', () => {
  test('behavior: opens the frame on first use, and only with a walletUrl', () => {
    const { frame, kit } = setup()
    expect(frame.element).toBeUndefined()
    expect(kit.store.getState().connectors.map(({ type }) => type)).toContain('AUTH')
    const other = testKit({})
    kits.push(other.kit)
    expect(startEmbedded(other.kit, { mount: frame.mount })).toBeUndefined()
  })

  test('behavior: one handshake, to the wallet’s origin only', async () => {
    const { frame } = await loggedIn()
    expect(frame.hellos).toHaveLength(1)
    expect(frame.hellos[0]).toMatchObject({
      origin: 'http://wallet.localhost:4402',
      data: { t: 'hello', v: [1], n: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    const { element } = frame
    expect(element?.getAttribute('sandbox')).not.toContain('top-navigation')
    expect(element?.style.zIndex).toBe('999999')
    expect(frame.types()).toContain('SYNC_DAPP_DATA')
  })
})

describe('logIn', () => {
  test('behavior: link, code, account', async () => {
    const { embedded, frame, state, storage } = setup()
    const never = new AbortController().signal
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE', matchCode: '42' }))
    let requests = 0
    frame.answers.set('CONNECT_DEVICE', () => ({ status: ++requests < 3 ? 'pending' : 'approved' }))
    expect(await embedded.logIn(email)).toBe('VERIFY_DEVICE')
    expect(state().embedded?.login).toEqual({ step: 'device', email, matchCode: '42' })
    expect(storage.getItem(loginStorageKeys.isUsed)).toBeNull()
    await embedded.waitForDevice(never)
    expect(requests).toBe(3)
    expect(state().embedded?.login).toEqual({ step: 'code', email })
    await embedded.waitForCode(never)
    expect(state().connections.eip155).toMatchObject({ status: 'connected', address: ada })
    expect(state().embedded).toMatchObject({ email, login: { step: 'none' } })
    expect(storage.getItem(loginStorageKeys.email)).toBe(email)
    expect(storage.getItem(loginStorageKeys.askedAt)).toBeNull()
    // The page never receives the code.
    expect(JSON.stringify(frame.received)).not.toContain('otp')
  })

  test('behavior: each step of a login and the change of the address raise an event', async () => {
    const { kit, embedded, frame } = setup()
    const raised: string[] = []
    kit.events.on((event) => {
      if (event.type === 'track' && /EMAIL/.test(event.track.event)) raised.push(event.track.event)
    })
    const never = new AbortController().signal
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE', matchCode: '42' }))
    frame.answers.set('CONNECT_DEVICE', () => ({ status: 'approved' }))
    await embedded.logIn(email)
    expect(raised.splice(0)).toEqual(['EMAIL_SUBMITTED'])
    await embedded.waitForDevice(never)
    expect(raised.splice(0)).toEqual(['DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_SENT'])
    await embedded.waitForCode(never)
    expect(raised.splice(0)).toEqual(['EMAIL_VERIFICATION_CODE_PASS'])

    // A device that is known.
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }))
    frame.answers.set('CONNECT_OTP', () => new Error('wrong'))
    await embedded.logIn(email)
    expect(raised.splice(0)).toEqual(['EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT'])
    await expect(embedded.waitForCode(never)).rejects.toThrow('wrong')
    expect(raised.splice(0)).toEqual(['EMAIL_VERIFICATION_CODE_FAIL'])

    frame.answers.set('UPDATE_EMAIL', () => ({ action: 'VERIFY_PRIMARY_OTP' }))
    await embedded.updateEmail('ada@new.example')
    expect(raised).toEqual(['EMAIL_EDIT'])
  })

  test('error: a second login within thirty seconds, with the remaining seconds', async () => {
    const { embedded, frame } = setup()
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }))
    await embedded.logIn(email)
    await expect(embedded.logIn(email)).rejects.toThrow('Please try again after 30 seconds')
    vi.setSystemTime(Date.now() + 12_400)
    await expect(embedded.logIn(email)).rejects.toThrow('Please try again after 18 seconds')
    vi.setSystemTime(Date.now() + 17_600)
    expect(await embedded.logIn(email)).toBe('VERIFY_OTP')
  })

  test('behavior: the frame reports each mail, and the next one is due thirty seconds after it', async () => {
    const { embedded, frame, storage } = setup()
    const sendMail = (waitMs = 0) =>
      frame.send({ type: 'MAIL_SENT', payload: { resendAt: Date.now() + 30_000 + waitMs } })
    frame.answers.set('CONNECT_EMAIL', () => {
      sendMail(-400)
      return { action: 'VERIFY_OTP' }
    })
    await embedded.logIn(email)
    const start = Date.now()
    expect(embedded.getResendAt()).toBe(start + 29_600)
    expect(storage.getItem(loginStorageKeys.askedAt)).toBe(`${start - 400}`)
    vi.setSystemTime(start + 29_600)
    expect(embedded.getResendAt()).toBeUndefined()
    // The visitor has another code mailed inside the frame.
    sendMail()
    await until(() => embedded.getResendAt() === start + 59_600)
    expect(storage.getItem(loginStorageKeys.askedAt)).toBe(`${start + 29_600}`)
    vi.setSystemTime(start + 39_600)
    await expect(embedded.logIn(email)).rejects.toThrow('Please try again after 20 seconds')
  })

  test('behavior: another link can be requested after thirty seconds', async () => {
    const { embedded, frame } = setup()
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE', matchCode: '42' }))
    await embedded.logIn(email)
    vi.setSystemTime(Date.now() + 10_000)
    await expect(embedded.resendLink()).rejects.toThrow('Please try again after 20 seconds')
    expect(frame.types()).not.toContain('RESEND_LINK')
    vi.setSystemTime(Date.now() + 20_000)
    await embedded.resendLink()
    expect(frame.types()).toContain('RESEND_LINK')
    expect(embedded.getThrottle()).toBe(30)
    await expect(embedded.logIn(email)).rejects.toThrow('Please try again after 30 seconds')
  })

  test('error: too soon for the server: its seconds are stored', async () => {
    const { embedded, frame, storage } = setup()
    frame.answers.set('CONNECT_EMAIL', () =>
      Object.assign(new Error('too soon'), { reason: 'too-soon', retryAfter: 21 }),
    )
    await expect(embedded.logIn(email)).rejects.toMatchObject({ code: 'too-soon' })
    expect(storage.getItem(loginStorageKeys.askedAt)).toBe(`${Date.now() - 9000}`)
    await expect(embedded.logIn(email)).rejects.toThrow('Please try again after 21 seconds')
  })

  test('behavior: a clock that was set back does not block logins', async () => {
    const { embedded, storage } = setup()
    storage.setItem(loginStorageKeys.askedAt, String(Date.now() + 3_600_000))
    expect(embedded.getThrottle()).toBe(0)
    storage.setItem(loginStorageKeys.askedAt, 'garbage')
    expect(embedded.getThrottle()).toBe(0)
  })

  test('error: the server’s rate limit, with its seconds', async () => {
    const { embedded, frame } = setup()
    frame.answers.set('CONNECT_EMAIL', () =>
      Object.assign(new Error('too soon'), { reason: 'too-soon', retryAfter: 21 }),
    )
    await expect(embedded.logIn(email)).rejects.toMatchObject({ code: 'too-soon', retryAfter: 21 })
  })

  test('error: an origin that is not allowed sets an alert', async () => {
    const { embedded, frame, state } = setup()
    frame.answers.set('CONNECT_EMAIL', () =>
      Object.assign(new Error('Unauthorized: origin not allowed'), { reason: 'origin-not-allowed' }),
    )
    await expect(embedded.logIn(email)).rejects.toThrow('Unauthorized: origin not allowed')
    expect(state().alert?.id).toBe('invalid-app-configuration')
  })

  test('error: no answer within thirty seconds sets an alert', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { embedded, frame, state } = setup()
    frame.answers.set('CONNECT_EMAIL', () => hang)
    frame.answers.set('RELOAD', () => hang)
    const login = embedded.logIn(email)
    const refused = expect(login).rejects.toThrow('The wallet did not answer in time.')
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1)
      expect(frame.types()).toContain('CONNECT_EMAIL')
    })
    await vi.advanceTimersByTimeAsync(29_900)
    expect(state().alert).toBeUndefined()
    await vi.advanceTimersByTimeAsync(200)
    await refused
    expect(state().alert?.id).toBe('socials-timeout')

    // The frame is stuck: it is asked to reload, and loaded again if it cannot.
    await vi.waitFor(() => expect(frame.types()).toContain('RELOAD'))
    const reload = vi.spyOn(frame.element as HTMLElement, 'setAttribute')
    await vi.advanceTimersByTimeAsync(3001)
    expect(reload).toHaveBeenCalledWith('src', expect.any(String))
  })

  test.each<[string, (embedded: Embedded) => Promise<unknown>]>([
    ['CONNECT_DEVICE', (embedded) => embedded.waitForDevice(new AbortController().signal)],
    ['UPDATE_EMAIL', (embedded) => embedded.updateEmail('ada@new.example')],
  ])('error: no answer to %s within thirty seconds sets an alert', async (type, step) => {
    const { embedded, frame, state } = setup()
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE' }))
    await embedded.logIn(email)
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    frame.answers.set(type as 'UPDATE_EMAIL', () => hang)
    frame.answers.set('RELOAD', () => hang)
    const refused = expect(step(embedded)).rejects.toThrow('The wallet did not answer in time.')
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1)
      expect(frame.types()).toContain(type)
    })
    await vi.advanceTimersByTimeAsync(29_900)
    expect(state().alert).toBeUndefined()
    await vi.advanceTimersByTimeAsync(200)
    await refused
    expect(state().alert?.id).toBe('socials-timeout')
  })

  test('error: a submitted code that the wallet has not answered in time sets an alert, and the login goes on', async () => {
    const { embedded, frame, state } = setup()
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }))
    const answer = deferred<object>()
    frame.answers.set('CONNECT_OTP', () => answer.promise)
    await embedded.logIn(email)
    const typing = embedded.waitForCode(new AbortController().signal)
    await until(() => frame.types().includes('CONNECT_OTP'))
    expect(state().alert).toBeUndefined()
    frame.send({ type: 'CODE_TIMED_OUT' })
    await until(() => state().alert !== undefined)
    expect(state().alert).toEqual({ id: 'socials-timeout', detail: location.origin })
    answer.resolve({})
    await typing
    expect(state().connections.eip155).toMatchObject({ status: 'connected', address: ada })
  })

  test('behavior: each message has a random ID of its own', async () => {
    const { frame } = await loggedIn()
    const ids = frame.received.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(2)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  test('behavior: the frame is sent all fields of the documented messages', async () => {
    const { embedded, frame, kit } = setup()
    embedded.syncTheme({
      themeMode: 'dark',
      themeVariables: { '--apkt-accent': '#123456', '--w3m-accent': 'red', '--w3m-z-index': 7 },
    })
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await embedded.logIn(email)
    const payloadOf = (type: string) => frame.received.find((request) => request.type === type)?.payload
    const { version } = JSON.parse(readFileSync('packages/core/package.json', 'utf8'))
    expect(payloadOf('SYNC_DAPP_DATA')).toEqual({
      metadata: { ...kit.metadata, icons: [...kit.metadata.icons] },
      projectId: 'test',
      sdkType: 'portico',
      sdkVersion: version,
    })
    expect(payloadOf('SYNC_THEME')).toEqual({
      themeMode: 'dark',
      themeVariables: { '--apkt-accent': '#123456', '--w3m-accent': 'red', '--w3m-z-index': 7 },
      w3mThemeVariables: { '--w3m-accent': '#123456', '--w3m-z-index': 7 },
    })
  })

  test('behavior: the account as wallets of either version describe it', async () => {
    const { kit, frame, embedded, state, storage } = setup()
    frame.answers.set('GET_USER', () => ({
      ...user,
      chainId: 1,
      accounts: [{ address: ada, type: 'smart_account' }],
      preferredAccountType: 'smart_account',
      userName: 'ada',
      smartAccountDeployed: true,
    }))
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await embedded.logIn(email)
    expect(state().connections.eip155).toMatchObject({
      networkId: 'eip155:1',
      accounts: [{ address: ada, type: 'smartAccount' }],
    })
    expect(state().embedded).toMatchObject({ userName: 'ada', smartAccountDeployed: true })
    expect(storage.getItem(loginStorageKeys.username)).toBe('ada')
    await disconnect(kit, { namespace: 'eip155' })
    expect(state().embedded?.userName).toBeUndefined()
    expect(storage.getItem(loginStorageKeys.username)).toBeNull()
  })

  test('error: an error without a payload', async () => {
    const { embedded, frame } = setup()
    frame.answers.set('CONNECT_EMAIL', ({ id }) => {
      frame.send({ id, type: 'CONNECT_EMAIL_ERROR' })
      return hang
    })
    await expect(embedded.logIn(email)).rejects.toMatchObject({ message: 'An error occurred' })
  })

  test('error: a site that does not answer sets an alert, and is opened again on the next use', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { embedded, frame, state } = setup()
    frame.silence()
    const refused = expect(embedded.logIn(email)).rejects.toMatchObject({
      message: 'Unable to load email login dependency',
      walletUrl,
    })
    await vi.advanceTimersByTimeAsync(20_001)
    await refused
    expect(state().alert?.id).toBe('socials-timeout')
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('error: the visitor goes back to the e-mail address', async () => {
    const { embedded, frame } = setup()
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }))
    frame.answers.set('CONNECT_OTP', () => hang)
    await embedded.logIn(email)
    const typing = embedded.waitForCode(new AbortController().signal)
    await until(() => frame.types().includes('CONNECT_OTP'))
    frame.send({ type: 'LOGIN_CANCELLED' })
    await expect(typing).rejects.toMatchObject({ code: 'login-cancelled' })
  })
})

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

describe('the port', () => {
  test('behavior: unexpected, malformed and unknown messages are ignored', async () => {
    const { embedded, frame, state } = setup()
    frame.answers.set('CONNECT_EMAIL', (request) => {
      frame.send({ id: 'f'.repeat(32), type: 'CONNECT_EMAIL_SUCCESS', payload: { action: 'CONNECT' } })
      frame.send({ id: request.id, type: 'GET_USER_SUCCESS' })
      return hang
    })
    await expect(embedded.logIn(email)).rejects.toThrow('Not a reply to CONNECT_EMAIL.')
    for (const garbage of [null, 7, 'SURFACE', { type: 'SURFACE', payload: { view: 'x' } }, { type: 'NONE' }])
      frame.send(garbage)
    frame.send({ type: 'SURFACE', payload: { view: 'code', height: 300 } })
    await until(() => state().embedded?.surface.height === 300)
    expect(state().connections.eip155?.status ?? 'disconnected').toBe('disconnected')
  })

  test('behavior: reports Escape pressed in the frame', async () => {
    const { frame, onCloseRequested } = await loggedIn()
    frame.send({ type: 'CLOSE_REQUESTED' })
    await until(() => onCloseRequested.mock.calls.length === 1)
  })

  test('behavior: a frame that reloads gets a new handshake, and pending requests fail', async () => {
    const { frame, provider } = await loggedIn()
    frame.answers.set('RPC_REQUEST', () => hang)
    const waiting = provider.request({ method: 'personal_sign', params: ['0x00', ada] })
    const refused = expect(waiting).rejects.toMatchObject({ code: 4001 })
    await until(() => frame.types().includes('RPC_REQUEST'))
    frame.element?.dispatchEvent(new Event('load'))
    await refused
    expect(frame.hellos).toHaveLength(2)
    // The frame has restarted: it is sent the application's metadata and its network again.
    frame.received.length = 0
    frame.answers.set('GET_CHAIN_ID', () => ({ chainId: 8453 }))
    await until(() => frame.types().includes('SWITCH_NETWORK'))
    expect(frame.types()).toEqual(['SYNC_DAPP_DATA', 'GET_CHAIN_ID', 'SWITCH_NETWORK'])
    expect(frame.received.at(-1)?.payload).toEqual({ chainId: 'eip155:1' })
  })
})

describe('the provider', () => {
  test('behavior: safe methods are sent directly, unsafe ones wait for approval', async () => {
    const { frame, provider, state } = await loggedIn()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([ada])
    const seen: unknown[] = []
    frame.answers.set('RPC_REQUEST', ({ payload }) => {
      seen.push([(payload as { method: string }).method, state().embedded?.requests.length])
      return '0x07'
    })
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x07')
    expect(await provider.request({ method: 'personal_sign', params: ['0x00', ada] })).toBe('0x07')
    expect(seen).toEqual([
      ['eth_blockNumber', 0],
      ['personal_sign', 1],
    ])
    expect(state().embedded?.requests).toEqual([])
  })

  test.each(['eth_sign', 'wallet_switchEthereumChain', 'constructor', 'made_up'])(
    'error: %s is refused with a notice, and pending requests are aborted',
    async (method) => {
      const { frame, provider, kit } = await loggedIn()
      const notices: string[] = []
      const logged = vi.spyOn(kit.logger, 'error')
      kit.events.on((event) => event.type === 'notice' && notices.push(event.notice))
      frame.answers.set('RPC_REQUEST', () => hang)
      const open = expect(
        provider.request({ method: 'personal_sign', params: ['0x00', ada] }),
      ).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
      await until(() => frame.types().includes('RPC_REQUEST'))
      await expect(provider.request({ method })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
      await open
      expect(notices).toEqual(['method-not-allowed'])
      expect(logged).toHaveBeenCalledWith(`Requested RPC call is not allowed: ${method}`)
      await until(() => frame.types().includes('RPC_ABORT'))
    },
  )

  test('error: the code of the frame’s error', async () => {
    const { frame, provider } = await loggedIn()
    frame.answers.set('RPC_REQUEST', () => Object.assign(new Error('No.'), { code: 4001 }))
    await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
      code: 4001,
    })
  })

  test('error: parameters that cannot be cloned', async () => {
    const { provider } = await loggedIn()
    await expect(provider.request({ method: 'eth_call', params: [() => {}] })).rejects.toThrow()
  })

  test('behavior: a transaction belongs to the network of the request, even if the kit switches meanwhile', async () => {
    const { kit, frame, provider } = await loggedIn()
    const hash = `0x${'cd'.repeat(32)}`
    const sent = deferred<string>()
    frame.answers.set('RPC_REQUEST', () => sent.promise)
    frame.answers.set('SWITCH_NETWORK', () => ({ chainId: 'eip155:8453' }))
    const events: unknown[] = []
    kit.events.on((event) => event.type === 'transaction' && events.push(event.networkId))
    const asking = provider.request({ method: 'eth_sendTransaction', params: [{}] })
    await until(() => frame.types().includes('RPC_REQUEST'))
    await switchNetwork(kit, { network: 'eip155:8453' })
    sent.resolve(hash)
    expect(await asking).toBe(hash)
    expect(events).toEqual(['eip155:1'])
  })

  test('behavior: reports sent transactions', async () => {
    const { frame, provider, kit } = await loggedIn()
    const hash = `0x${'1'.repeat(64)}`
    const events: unknown[] = []
    kit.connectors.get(`eip155:${authConnectorId}`)?.subscribe((event) => events.push(event))
    frame.answers.set('RPC_REQUEST', () => hash)
    await provider.request({ method: 'eth_sendTransaction', params: [{}] })
    expect(events).toEqual([{ type: 'transaction', hash, networkId: 'eip155:1' }])
  })
})

describe('the session', () => {
  test('behavior: what is stored of a login', async () => {
    const { storage } = await loggedIn()
    const stored = Object.values(loginStorageKeys).map((key) => [key, storage.getItem(key)])
    expect(Object.fromEntries(stored)).toEqual({
      '@appkit-wallet/EMAIL_LOGIN_USED_KEY': 'true',
      '@appkit-wallet/EMAIL': email,
      '@appkit-wallet/SOCIAL_USERNAME': null,
      '@appkit-wallet/LAST_USED_CHAIN_KEY': 'eip155:1',
      '@appkit-wallet/LAST_EMAIL_LOGIN_TIME': null,
    })
  })

  test('behavior: logging out deletes what is stored', async () => {
    const { kit, frame, storage, state } = await loggedIn()
    await disconnect(kit)
    expect(frame.types()).toContain('SIGN_OUT')
    for (const key of Object.values(loginStorageKeys)) expect(storage.getItem(key)).toBeNull()
    expect(state().embedded?.email).toBeUndefined()
  })

  test('behavior: a session ended elsewhere disconnects', async () => {
    const { frame, state, storage } = await loggedIn()
    frame.send({ type: 'DISCONNECTED' })
    await until(() => state().connections.eip155?.status === 'disconnected')
    expect(storage.getItem(loginStorageKeys.isUsed)).toBeNull()
  })

  test('behavior: reconnects without a prompt, and clears a login that has ended', async () => {
    const { kit, frame, storage } = await loggedIn()
    const connector = kit.connectors.get(`eip155:${authConnectorId}`)
    expect(await connector?.connect({ silent: true })).toMatchObject({ accounts: [{ address: ada }] })
    frame.answers.set('IS_CONNECTED', () => ({ isConnected: false }))
    expect(await connector?.connect({ silent: true })).toMatchObject({ accounts: [] })
    expect(storage.getItem(loginStorageKeys.email)).toBeNull()
  })

  test.each([
    ['an error', () => new Error('no session')],
    ['a JSON-RPC error', () => Object.assign(new Error('no session'), { code: 4100 })],
  ])('behavior: %s instead of the state of the login ends the login', async (_, answer) => {
    const { kit, frame, state, storage } = await loggedIn()
    frame.answers.set('IS_CONNECTED', answer)
    const connector = kit.connectors.get(`eip155:${authConnectorId}`)
    await expect(connector?.connect({ silent: true })).rejects.toThrow('no session')
    for (const key of ['isUsed', 'email', 'chain', 'username'] as const)
      expect(storage.getItem(loginStorageKeys[key])).toBeNull()
    expect(state().connections.eip155?.status).toBe('disconnected')
  })

  test('behavior: a wallet that does not answer keeps the login', async () => {
    const { kit, frame, storage } = await loggedIn()
    frame.answers.set('IS_CONNECTED', () => hang)
    const connector = kit.connectors.get(`eip155:${authConnectorId}`)
    const reconnected = connector?.connect({ silent: true })
    await until(() => frame.types().includes('IS_CONNECTED'))
    // A frame that loads again ends the requests to the page before.
    frame.element?.dispatchEvent(new Event('load'))
    await expect(reconnected).rejects.toThrow('Something went wrong')
    expect(storage.getItem(loginStorageKeys.email)).toBe(email)
  })

  test('behavior: the preferred account type is sent once; a wallet that refuses it stays connected', async () => {
    const { kit, frame, embedded } = setup({ defaultAccountTypes: { eip155: 'smartAccount' } })
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => new Error('no such account'))
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await embedded.logIn(email)
    await kit.connectors.get(`eip155:${authConnectorId}`)?.connect({ silent: true })
    await until(() => frame.types().includes('SET_PREFERRED_ACCOUNT'))
    const sent = frame.received.filter(({ type }) => type === 'SET_PREFERRED_ACCOUNT')
    expect(sent.map(({ payload }) => payload)).toEqual([{ type: 'smartAccount' }])
    expect(kit.store.getState().connections.eip155).toMatchObject({
      status: 'connected',
      accounts: [{ type: 'eoa' }],
    })
  })

  test.each([
    [undefined, 'smartAccount'],
    [{ eip155: 'eoa' }, 'eoa'],
  ])('param: defaultAccountTypes %j prefers %s', async (defaultAccountTypes, type) => {
    const { frame } = await loggedIn({ defaultAccountTypes })
    const payloadOf = (name: string) => frame.received.find((request) => request.type === name)?.payload
    await until(() => frame.types().includes('SET_PREFERRED_ACCOUNT'))
    expect(payloadOf('SET_PREFERRED_ACCOUNT')).toEqual({ type })
    expect(payloadOf('GET_USER')).toEqual({ chainId: 'eip155:1', preferredAccountType: type })
  })

  test('behavior: a wallet that names only its address has one account, an EOA', async () => {
    const { kit, frame, embedded } = setup()
    frame.answers.set('GET_USER', () => ({ email, address: ada, chainId: 1 }))
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await embedded.logIn(email)
    expect(kit.store.getState().connections.eip155).toMatchObject({
      accounts: [{ address: ada, type: 'eoa' }],
    })
  })

  test('behavior: signing in asks the frame for a signature', async () => {
    const siwx = fakeSIWX()
    const { kit, frame, state } = await loggedIn({ siwx })
    frame.answers.set('RPC_REQUEST', () => '0x1234')
    await until(() => state().signIn.status === 'needed')
    await signIn(kit)
    expect(state().signIn.status).toBe('signed-in')
    expect(frame.received.find(({ type }) => type === 'RPC_REQUEST')?.payload).toMatchObject({
      method: 'personal_sign',
    })
  })

  test('behavior: the e-mail address is changed with two codes', async () => {
    const { embedded, frame, state, storage } = await loggedIn()
    const never = new AbortController().signal
    frame.answers.set('UPDATE_EMAIL', () => ({ action: 'VERIFY_PRIMARY_OTP' }))
    frame.answers.set('UPDATE_EMAIL_SECONDARY_OTP', () => ({ newEmail: 'ada@new.example' }))
    expect(await embedded.updateEmail('ada@new.example')).toBe('VERIFY_PRIMARY_OTP')
    await embedded.waitForUpdate('primary', never)
    expect(state().embedded?.email).toBe(email)
    await embedded.waitForUpdate('secondary', never)
    expect(state().embedded?.email).toBe('ada@new.example')
    expect(storage.getItem(loginStorageKeys.email)).toBe('ada@new.example')
  })

  test('behavior: a wallet that asks for the second code only changes the address with one', async () => {
    const { embedded, frame, state } = await loggedIn()
    frame.answers.set('UPDATE_EMAIL', () => ({ action: 'VERIFY_SECONDARY_OTP' }))
    frame.answers.set('UPDATE_EMAIL_SECONDARY_OTP', () => ({ newEmail: 'ada@new.example' }))
    expect(await embedded.updateEmail('ada@new.example')).toBe('VERIFY_SECONDARY_OTP')
    await embedded.waitForUpdate('secondary', new AbortController().signal)
    expect(state().embedded?.email).toBe('ada@new.example')
    expect(frame.types()).not.toContain('UPDATE_EMAIL_PRIMARY_OTP')
  })
})
