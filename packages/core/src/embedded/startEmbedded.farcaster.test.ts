// @vitest-environment jsdom
import { createLoginMessage } from '@portico/siwx'
import { describe, expect, test, vi } from 'vitest'
import { disconnect } from '../actions/disconnect.ts'
import { ada, fakeSIWX, memoryStorage } from '../testing/index.ts'
import { loginStorageKeys } from './loginStorage.ts'
import { hang } from './testing/fakeFrame.ts'
import { prepareEmbedded, until, user } from './testing/prepareEmbedded.ts'

const { setup: setupEmbedded } = prepareEmbedded()
const url = 'https://farcaster.example/~/siwf?channelToken=1'

/** Starts the embedded wallet with a frame whose logins with Farcaster are confirmed, and records the events. */
function setup(options: Parameters<typeof setupEmbedded>[0] = {}) {
  const made = setupEmbedded(options)
  const { frame, kit } = made
  frame.answers.set('GET_FARCASTER_URI', () => ({ url }))
  frame.answers.set('CONNECT_FARCASTER', () => ({ address: ada, chainId: 'eip155:1', userName: 'ada' }))
  frame.answers.set('GET_USER', () => ({ ...user, email: null }))
  const raised: string[] = []
  kit.events.on((event) => {
    if (event.type === 'track' && /SOCIAL/.test(event.track.event)) raised.push(event.track.event)
  })
  return { ...made, raised, onUri: vi.fn<(url: string) => void>() }
}

const startedAsWell = (...rest: string[]) => ['STARTED', ...rest].map((name) => `SOCIAL_LOGIN_${name}`)
const ofFarcaster = (types: string[]) =>
  types.filter((type) => type.endsWith('FARCASTER') || type.includes('FARCASTER_'))

describe('connectFarcaster', () => {
  test('behavior: hands out the address for the app, and connects once it is confirmed there', async () => {
    const { embedded, frame, state, storage, raised, onUri } = setup()
    await embedded.connectFarcaster({ onUri })
    expect(onUri).toHaveBeenCalledExactlyOnceWith(url)
    expect(ofFarcaster(frame.types())).toEqual(['GET_FARCASTER_URI', 'CONNECT_FARCASTER'])
    expect(state().connections.eip155).toMatchObject({ status: 'connected', address: ada })
    expect(state().embedded).toMatchObject({ social: 'farcaster', userName: 'ada', email: undefined })
    expect(state().connectors.find(({ type }) => type === 'AUTH')?.walletName).toBe('Farcaster')
    expect(storage.getItem(loginStorageKeys.social)).toBe('farcaster')
    expect(storage.getItem(loginStorageKeys.username)).toBe('ada')
    expect(storage.getItem(loginStorageKeys.email)).toBeNull()
    expect(storage.getItem(loginStorageKeys.isUsed)).toBe('true')
    expect(raised).toEqual(startedAsWell('REQUEST_USER_DATA', 'SUCCESS'))
  })

  test('behavior: the login is restored after a reload, and its end removes what is stored of it', async () => {
    const storage = memoryStorage()
    const first = setup({ storage })
    await first.embedded.connectFarcaster({ onUri: first.onUri })
    const { kit, state } = setup({ storage })
    await until(() => state().connections.eip155?.status === 'connected')
    expect(state().embedded).toMatchObject({ social: 'farcaster', userName: 'ada' })
    expect(state().connectors.find(({ type }) => type === 'AUTH')?.walletName).toBe('Farcaster')
    await disconnect(kit)
    expect(storage.getItem(loginStorageKeys.social)).toBeNull()
    expect(storage.getItem(loginStorageKeys.username)).toBeNull()
  })

  test('error: nobody confirms it in time', async () => {
    const { embedded, frame, raised, onUri, storage } = setup()
    frame.answers.set('CONNECT_FARCASTER', () =>
      Object.assign(new Error('late'), { reason: 'farcaster-expired' }),
    )
    await expect(embedded.connectFarcaster({ onUri })).rejects.toMatchObject({ code: 'farcaster-expired' })
    expect(raised).toEqual(startedAsWell('ERROR'))
    expect(frame.types()).not.toContain('CANCEL_FARCASTER')
    expect(storage.getItem(loginStorageKeys.social)).toBeNull()
  })

  test('error: the address does not come within 30 seconds', async () => {
    const { embedded, frame, state, onUri } = setup()
    frame.answers.set('GET_FARCASTER_URI', () => hang)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const failed = expect(embedded.connectFarcaster({ onUri })).rejects.toMatchObject({
      code: 'frame-timeout',
    })
    await vi.advanceTimersByTimeAsync(20)
    await vi.waitFor(() => expect(frame.types()).toContain('GET_FARCASTER_URI'))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(state().alert).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_100)
    await failed
    expect(state().alert).toEqual({ id: 'socials-timeout', detail: location.origin })
  })

  test('behavior: five minutes for the visitor, while nothing times out', async () => {
    const { embedded, frame, state, onUri } = setup()
    let confirm = () => {}
    frame.answers.set('CONNECT_FARCASTER', async () => {
      await new Promise<void>((resolve) => {
        confirm = resolve
      })
      return { address: ada, chainId: 'eip155:1', userName: 'ada' }
    })
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const connected = embedded.connectFarcaster({ onUri })
    await vi.advanceTimersByTimeAsync(20)
    await vi.waitFor(() => expect(frame.types()).toContain('CONNECT_FARCASTER'))
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(state().alert).toBeUndefined()
    confirm()
    await connected
    expect(state().connections.eip155?.status).toBe('connected')
  })

  test('behavior: cancelled while the visitor is in the app, the frame ends it too', async () => {
    const { embedded, frame, state, raised, onUri } = setup()
    frame.answers.set('CONNECT_FARCASTER', () => hang)
    const controller = new AbortController()
    const failed = expect(embedded.connectFarcaster({ onUri, signal: controller.signal })).rejects.toThrow(
      'Something went wrong',
    )
    await until(() => frame.types().includes('CONNECT_FARCASTER'))
    controller.abort()
    await failed
    await until(() => frame.types().includes('CANCEL_FARCASTER'))
    expect(raised).toEqual(startedAsWell('CANCELED'))
    expect(state().connections.eip155?.status ?? 'disconnected').toBe('disconnected')
  })

  test('error: cancelled while the frame is still opening', async () => {
    const { embedded, frame, onUri } = setup()
    frame.silence()
    const controller = new AbortController()
    const failed = expect(
      embedded.connectFarcaster({ onUri, signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'frame-aborted' })
    controller.abort()
    await failed
    expect(onUri).not.toHaveBeenCalled()
  })

  test('behavior: a newer login supersedes an older one, which is not cancelled in the frame', async () => {
    const { embedded, frame, state, onUri } = setup()
    const answer = frame.answers.get('CONNECT_FARCASTER')
    frame.answers.set('CONNECT_FARCASTER', () => hang)
    const first = expect(embedded.connectFarcaster({ onUri })).rejects.toMatchObject({
      code: 'frame-aborted',
    })
    await until(() => frame.types().includes('CONNECT_FARCASTER'))
    if (answer) frame.answers.set('CONNECT_FARCASTER', answer)
    await embedded.connectFarcaster({ onUri })
    await first
    expect(state().connections.eip155?.status).toBe('connected')
    expect(frame.types()).not.toContain('CANCEL_FARCASTER')
  })

  test('behavior: the wallet signs in as part of the login', async () => {
    const siwx = fakeSIWX()
    const login = { nonce: 'nonce12345678', issuer: 'gateway', expiresAt: '2030-01-01T00:00:00Z' } as const
    siwx.prepareLogin = async () => login
    const { embedded, frame, state, onUri } = setup({ siwx })
    const message = createLoginMessage({
      origin: 'https://app.test',
      address: ada,
      chainId: 'eip155:1',
      nonce: 'b'.repeat(64),
      now: Date.parse('2026-01-31T12:00:00Z'),
    })
    const signIn = { message, signature: `0x${'12'.repeat(65)}`, random: 'a'.repeat(32) }
    frame.answers.set('CONNECT_FARCASTER', () => ({ address: ada, chainId: 'eip155:1', signIn }))
    await embedded.connectFarcaster({ onUri })
    expect(frame.received.find(({ type }) => type === 'CONNECT_FARCASTER')?.payload).toEqual({
      signIn: { nonce: login.nonce, chainId: 'eip155:1', issuer: 'gateway' },
    })
    expect(state().signIn).toMatchObject({ status: 'signed-in', address: ada })
  })
})
