// @vitest-environment jsdom
import { createLoginMessage } from '@portico/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { disconnect } from '../actions/disconnect.ts'
import { ada, fakeSIWX, memoryStorage } from '../testing/index.ts'
import { SocialLoginError, startEmbedded } from './index.ts'
import { loginStorageKeys } from './loginStorage.ts'
import { openSocialWindow } from './socialWindow.ts'
import { hang } from './testing/fakeFrame.ts'
import { email, prepareEmbedded, until, user, walletUrl } from './testing/prepareEmbedded.ts'

const { setup: setupEmbedded } = prepareEmbedded()
const uri = `${walletUrl}/social?result=tx`

beforeEach(() => {
  vi.stubGlobal(
    'open',
    vi.fn(() => ({ close: vi.fn() })),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Starts the embedded wallet with a frame whose social logins succeed, and records the events and windows. */
function setup(options: Parameters<typeof setupEmbedded>[0] = {}) {
  const made = setupEmbedded(options)
  const { frame, kit } = made
  const finish = (payload: object = { uri }) => frame.send({ type: 'SOCIAL_RESULT', payload })
  frame.answers.set('GET_SOCIAL_REDIRECT_URI', () => {
    setTimeout(finish)
    return { uri: `${walletUrl}/social?provider=google` }
  })
  frame.answers.set('CONNECT_SOCIAL', () => ({
    email,
    address: ada,
    chainId: 'eip155:1',
    accounts: [{ address: ada, type: 'eoa' }],
    userName: 'Ada Lovelace',
  }))
  const raised: string[] = []
  kit.events.on((event) => {
    if (event.type === 'track' && /SOCIAL/.test(event.track.event)) raised.push(event.track.event)
  })
  const popups = () => vi.mocked(window.open).mock.results.map(({ value }) => value as { close: () => void })
  return { ...made, raised, finish, popups }
}

describe('connectSocial, in place of the page', () => {
  test('behavior: opens no window, and asks to return to this page, until the page is left', async () => {
    const { embedded, frame, storage } = setup()
    frame.answers.set('GET_SOCIAL_REDIRECT_URI', () => ({ uri: `${walletUrl}/social?provider=github` }))
    const left = new AbortController()
    const connected = embedded.connectSocial('github', { isRedirect: true, signal: left.signal })
    await until(() => frame.types().includes('GET_SOCIAL_REDIRECT_URI'))
    const { payload } = frame.received.find(({ type }) => type === 'GET_SOCIAL_REDIRECT_URI') ?? {}
    expect(payload).toEqual({ provider: 'github', returnTo: location.href })
    expect(window.open).not.toHaveBeenCalled()
    expect(storage.getItem(loginStorageKeys.leftFor)).toBe('github')
    left.abort()
    await expect(connected).rejects.toMatchObject({ code: 'frame-aborted' })
    expect(storage.getItem(loginStorageKeys.leftFor)).toBeNull()
  })

  test('behavior: the query of a long address is left out', async () => {
    const before = location.href
    history.replaceState(null, '', `/shop?${'a'.repeat(2100)}`)
    const { embedded, frame } = setup()
    await embedded.connectSocial('github', { isRedirect: true })
    history.replaceState(null, '', before)
    const { payload } = frame.received.find(({ type }) => type === 'GET_SOCIAL_REDIRECT_URI') ?? {}
    expect(payload).toEqual({ provider: 'github', returnTo: `${location.origin}/shop` })
  })

  test('behavior: the result with which the tab came back connects, without another visit', async () => {
    const { embedded, frame, state, raised } = setup()
    const result = `${walletUrl}/social?result=${'h'.repeat(43)}`
    await embedded.connectSocial('github', { isRedirect: true, result })
    const asked = frame.received.filter(({ type }) => /SOCIAL/.test(type))
    expect(asked.map(({ type, payload }) => [type, payload])).toEqual([['CONNECT_SOCIAL', { uri: result }]])
    expect(window.open).not.toHaveBeenCalled()
    expect(state().connections.eip155?.status).toBe('connected')
    expect(state().embedded?.social).toBe('github')
    expect(raised).toEqual(startedAsWell('REQUEST_USER_DATA', 'SUCCESS'))
  })

  test.each([
    ['error=refused', 'refused'],
    ['error=failed', 'failed'],
    ['error=anything', 'failed'],
  ])('error: the result %s', async (query, reason) => {
    const { embedded, frame } = setup()
    const connected = embedded.connectSocial('github', {
      isRedirect: true,
      result: `${walletUrl}/social?${query}`,
    })
    await expect(connected).rejects.toMatchObject({ name: 'SocialLoginError', reason })
    expect(frame.types()).not.toContain('CONNECT_SOCIAL')
  })
})

const startedAsWell = (...rest: string[]) => ['STARTED', ...rest].map((name) => `SOCIAL_LOGIN_${name}`)

describe('connectSocial', () => {
  test('behavior: opens the window in the click, and connects once the visit at the provider has ended', async () => {
    const { embedded, frame, state, storage, raised, popups } = setup()
    const connected = embedded.connectSocial('google')
    // Before anything is awaited, or the browser blocks it.
    const [url, name] = vi.mocked(window.open).mock.calls[0] ?? []
    expect(`${url}`).toBe(`${walletUrl}/social?provider=google`)
    expect(name).toBe('portico-social')
    await connected
    const asked = frame.received.filter(({ type }) => /SOCIAL/.test(type))
    expect(asked.map(({ type, payload }) => [type, payload])).toEqual([
      ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }],
      ['CONNECT_SOCIAL', { uri }],
    ])
    expect(state().connections.eip155).toMatchObject({ status: 'connected', address: ada })
    expect(state().embedded).toMatchObject({ email, social: 'google', userName: 'Ada Lovelace' })
    expect(state().connectors.find(({ type }) => type === 'AUTH')?.walletName).toBe('Google')
    expect(storage.getItem(loginStorageKeys.social)).toBe('google')
    expect(storage.getItem(loginStorageKeys.username)).toBe('Ada Lovelace')
    expect(storage.getItem(loginStorageKeys.email)).toBe(email)
    expect(storage.getItem(loginStorageKeys.isUsed)).toBe('true')
    expect(raised).toEqual(startedAsWell('REQUEST_USER_DATA', 'SUCCESS'))
    expect(popups()[0]?.close).toHaveBeenCalledOnce()
  })

  test('behavior: uses the window that the click has opened, also one that the browser blocked', async () => {
    const { kit, embedded, state } = setup()
    vi.mocked(window.open).mockReturnValue(null)
    openSocialWindow(kit, 'google')
    await embedded.connectSocial('google')
    expect(window.open).toHaveBeenCalledOnce()
    expect(state().connections.eip155?.status).toBe('connected')
  })

  test('behavior: the login is restored after a reload, and its end removes what is stored of it', async () => {
    const storage = memoryStorage()
    const first = setup({ storage })
    first.frame.answers.set('CONNECT_SOCIAL', () => ({ address: ada, chainId: 'eip155:1', userName: 'ada' }))
    first.frame.answers.set('GET_USER', () => ({ ...user, email: null }))
    await first.embedded.connectSocial('github')
    expect(storage.getItem(loginStorageKeys.email)).toBeNull()

    const { kit, embedded, frame, state } = setup({ storage })
    frame.answers.set('GET_USER', () => ({ ...user, email: null }))
    expect(startEmbedded(kit, { mount: frame.mount })).toBe(embedded)
    expect(state().embedded).toMatchObject({ social: 'github', userName: 'ada' })
    await until(() => state().connections.eip155?.status === 'connected')
    expect(state().embedded).toMatchObject({ social: 'github', userName: 'ada' })
    expect(state().connectors.find(({ type }) => type === 'AUTH')?.walletName).toBe('GitHub')

    await disconnect(kit)
    expect(storage.getItem(loginStorageKeys.social)).toBeNull()
    expect(storage.getItem(loginStorageKeys.username)).toBeNull()
    expect(state().embedded?.social).toBeUndefined()
    expect(state().connectors.find(({ type }) => type === 'AUTH')?.walletName).toBeUndefined()
  })

  test('behavior: a later login by e-mail is not shown as one of the provider', async () => {
    const { embedded, frame, state, storage } = setup()
    await embedded.connectSocial('google')
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await embedded.logIn('bob@example.org')
    expect(state().embedded).toMatchObject({
      email: 'bob@example.org',
      social: undefined,
      userName: undefined,
    })
    expect(storage.getItem(loginStorageKeys.social)).toBeNull()
    expect(storage.getItem(loginStorageKeys.username)).toBeNull()
  })

  test('error: what is stored as the provider is none', async () => {
    const storage = memoryStorage()
    storage.setItem(loginStorageKeys.social, 'myspace')
    expect(setup({ storage }).state().embedded?.social).toBeUndefined()
  })

  test.each([
    ['refused', 'CANCELED'],
    ['failed', 'ERROR'],
  ] as const)('error: a login that was %s at the provider', async (reason, event) => {
    const { embedded, frame, finish, raised, popups, storage } = setup()
    frame.answers.set('GET_SOCIAL_REDIRECT_URI', () => {
      finish({ reason })
      return { uri }
    })
    const failure = await embedded.connectSocial('google').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SocialLoginError)
    expect(failure).toMatchObject({ reason, code: `social-${reason}` })
    expect(raised).toEqual(startedAsWell(event))
    expect(popups()[0]?.close).toHaveBeenCalledOnce()
    expect(storage.getItem(loginStorageKeys.social)).toBeNull()
    expect(frame.types()).not.toContain('CONNECT_SOCIAL')
  })

  test('behavior: a visitor who types at the provider is not timed out', async () => {
    const { embedded, frame, finish, state } = setup()
    frame.answers.set('GET_SOCIAL_REDIRECT_URI', () => ({ uri }))
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const connected = embedded.connectSocial('google')
    await vi.advanceTimersByTimeAsync(20)
    await vi.waitFor(() => expect(frame.types()).toContain('GET_SOCIAL_REDIRECT_URI'))
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(state().alert).toBeUndefined()
    finish()
    await connected
    expect(state().connections.eip155?.status).toBe('connected')
  })

  test.each(['GET_SOCIAL_REDIRECT_URI', 'CONNECT_SOCIAL'] as const)(
    'error: %s is not answered within 30 seconds',
    async (type) => {
      const { embedded, frame, state, raised } = setup()
      frame.answers.set(type, () => hang)
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
      const failed = expect(embedded.connectSocial('google')).rejects.toMatchObject({ code: 'frame-timeout' })
      await vi.advanceTimersByTimeAsync(20)
      await vi.waitFor(() => {
        vi.advanceTimersByTime(1)
        expect(frame.types()).toContain(type)
      })
      await vi.advanceTimersByTimeAsync(29_000)
      expect(state().alert).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1_100)
      await failed
      expect(state().alert).toEqual({ id: 'socials-timeout', detail: location.origin })
      expect(raised.at(-1)).toBe('SOCIAL_LOGIN_ERROR')
    },
  )

  test('error: cancelled while the visitor is at the provider, which closes the window', async () => {
    const { embedded, frame, finish, raised, popups, state } = setup()
    frame.answers.set('GET_SOCIAL_REDIRECT_URI', () => ({ uri }))
    const controller = new AbortController()
    const failed = expect(embedded.connectSocial('google', { signal: controller.signal })).rejects.toThrow(
      'Something went wrong',
    )
    await until(() => frame.types().includes('GET_SOCIAL_REDIRECT_URI'))
    controller.abort()
    await failed
    expect(raised).toEqual(startedAsWell('CANCELED'))
    expect(popups()[0]?.close).toHaveBeenCalledOnce()
    // What the provider says later is no longer wanted.
    finish()
    await new Promise((resolve) => setTimeout(resolve))
    expect(frame.types()).not.toContain('CONNECT_SOCIAL')
    expect(state().connections.eip155?.status ?? 'disconnected').toBe('disconnected')
  })

  test('error: cancelled while the frame is still opening', async () => {
    const { embedded, frame, popups } = setup()
    frame.silence()
    const controller = new AbortController()
    const failed = expect(
      embedded.connectSocial('google', { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'frame-aborted' })
    controller.abort()
    await failed
    expect(popups()[0]?.close).toHaveBeenCalledOnce()
  })

  test('behavior: leaving the view no longer cancels once the provider has answered: the frame may be asking the visitor', async () => {
    const { embedded, frame, state, raised } = setup()
    const controller = new AbortController()
    const answer = frame.answers.get('CONNECT_SOCIAL')
    frame.answers.set('CONNECT_SOCIAL', async (request) => {
      controller.abort()
      await new Promise((resolve) => setTimeout(resolve, 20))
      return answer?.(request)
    })
    await embedded.connectSocial('google', { signal: controller.signal })
    expect(state().connections.eip155?.status).toBe('connected')
    expect(raised.at(-1)).toBe('SOCIAL_LOGIN_SUCCESS')
  })

  test('behavior: a newer attempt supersedes an older one and keeps the window, which has the same name', async () => {
    const { kit, embedded, frame, state, popups } = setup()
    const close = vi.fn()
    vi.mocked(window.open).mockReturnValue({ close } as unknown as Window)
    const answer = frame.answers.get('GET_SOCIAL_REDIRECT_URI')
    frame.answers.set('GET_SOCIAL_REDIRECT_URI', () => ({ uri }))
    const first = expect(embedded.connectSocial('google')).rejects.toMatchObject({ code: 'frame-aborted' })
    await until(() => frame.types().includes('GET_SOCIAL_REDIRECT_URI'))
    if (answer) frame.answers.set('GET_SOCIAL_REDIRECT_URI', answer)
    openSocialWindow(kit, 'google')
    const second = embedded.connectSocial('google')
    await first
    expect(close).not.toHaveBeenCalled()
    await second
    expect(state().connections.eip155?.status).toBe('connected')
    expect(popups()).toHaveLength(2)
    expect(close).toHaveBeenCalledOnce()
  })

  test('behavior: the wallet signs in as part of the login', async () => {
    const siwx = fakeSIWX()
    const login = { nonce: 'nonce12345678', issuer: 'gateway', expiresAt: '2030-01-01T00:00:00Z' } as const
    siwx.prepareLogin = async () => login
    const { embedded, frame, state } = setup({ siwx })
    const message = createLoginMessage({
      origin: 'https://app.test',
      address: ada,
      chainId: 'eip155:1',
      nonce: 'b'.repeat(64),
      now: Date.parse('2026-01-31T12:00:00Z'),
    })
    const signature = `0x${'12'.repeat(65)}`
    const signIn = { message, signature, random: 'a'.repeat(32) }
    frame.answers.set('CONNECT_SOCIAL', () => ({ address: ada, chainId: 'eip155:1', signIn }))
    await embedded.connectSocial('google')
    expect(frame.received.find(({ type }) => type === 'CONNECT_SOCIAL')?.payload).toEqual({
      uri,
      signIn: { nonce: login.nonce, chainId: 'eip155:1', issuer: 'gateway' },
    })
    expect(siwx.sessions).toMatchObject([{ message, signature, login: { ...login, random: signIn.random } }])
    expect(state().signIn).toMatchObject({ status: 'signed-in', address: ada })
    expect(frame.types()).not.toContain('RPC_REQUEST')
  })
})
