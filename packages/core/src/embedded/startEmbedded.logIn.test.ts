// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { disconnect } from '../actions/disconnect.ts'
import { ada, deferred } from '../testing/index.ts'
import type { Embedded } from './index.ts'
import { loginStorageKeys } from './loginStorage.ts'
import { hang } from './testing/fakeFrame.ts'
import { email, prepareEmbedded, until, user, walletUrl } from './testing/prepareEmbedded.ts'

const { loggedIn, setup } = prepareEmbedded()

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
    const methods: unknown[] = []
    kit.events.on((event) => {
      if (event.type !== 'track') return
      if (/EMAIL/.test(event.track.event)) raised.push(event.track.event)
      if (event.track.event === 'CONNECT_SUCCESS') methods.push(event.track.properties)
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
    expect(methods).toEqual([{ name: expect.any(String), method: 'email' }])

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
      language: 'pt-BR',
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
      language: 'pt-BR',
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
    const { kit, embedded, frame, state } = setup()
    const raised: unknown[] = []
    kit.events.on((event) => {
      if (event.type === 'track' && event.track.type === 'error') raised.push(event.track)
    })
    frame.silence()
    const refused = expect(embedded.logIn(email)).rejects.toMatchObject({
      message: 'Unable to load email login dependency',
      walletUrl,
    })
    await vi.advanceTimersByTimeAsync(20_001)
    await refused
    expect(state().alert?.id).toBe('socials-timeout')
    const message = expect.stringContaining('Unable to load email login dependency')
    expect(raised).toMatchObject([{ event: 'SECURE_SITE_ERROR', properties: { message } }])
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
