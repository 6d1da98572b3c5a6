// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LoginCancelledError } from '../../session/LoginCancelledError.ts'
import { ServerError } from '../../session/ServerError.ts'
import type { StoredSession } from '../../session/storedSession.ts'
import { createLoginViews } from './createLoginViews.ts'
import type { ProviderLogins } from './createProviderLogins.ts'

const sessionOf = (userId: string): StoredSession => ({ userId, address: `0x${'1'.repeat(40)}`, origins: [] })
const [ada, ben] = [sessionOf('usr_ada'), sessionOf('usr_ben')]
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Each proof gives a grant that names the user. */
function open() {
  let grant: string | undefined
  const proveAgain = vi.fn(async ({ userId }: StoredSession) => {
    grant = `grant of ${userId}`
  })
  const add = vi.fn<ProviderLogins['add']>(async () => {})
  const remove = vi.fn(async () => {})
  const show = vi.fn(async () => {})
  const views = createLoginViews({
    root: document.body,
    client: { remove },
    providerLogins: { add, logIn: vi.fn() },
    proveAgain,
    provenGrant: () => grant,
    addEmail: vi.fn(),
    show,
  })
  return { views, proveAgain, add, remove, show }
}

describe('createLoginViews', () => {
  test('behavior: one proof is enough for the changes of a few minutes', async () => {
    const { views, proveAgain, add, remove, show } = open()
    await views.add(ada, 'google')
    expect(add).toHaveBeenCalledExactlyOnceWith(
      'google',
      expect.objectContaining({ grant: 'grant of usr_ada' }),
    )
    expect(show).toHaveBeenLastCalledWith(ada, { done: 'Google opens your wallet from now on.' })
    vi.advanceTimersByTime(4 * minute)
    await views.remove(ada, 'google')
    expect(remove).toHaveBeenCalledExactlyOnceWith('google', 'grant of usr_ada')
    expect(proveAgain).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(minute)
    await views.add(ada, 'x')
    expect(proveAgain).toHaveBeenCalledTimes(2)
  })

  test('error: the proof of somebody who logged out adds nothing to their wallet', async () => {
    const { views, proveAgain, add } = open()
    await views.add(ada, 'google')
    await views.add(ben, 'x')
    expect(proveAgain.mock.calls).toEqual([[ada], [ben]])
    expect(add).toHaveBeenLastCalledWith('x', expect.objectContaining({ grant: 'grant of usr_ben' }))
  })

  test('error: a refused change is explained; a cancelled one is not, and its proof stays', async () => {
    const { views, proveAgain, add, show } = open()
    add.mockRejectedValueOnce(new LoginCancelledError())
    await views.add(ada, 'google')
    expect(show).toHaveBeenLastCalledWith(ada, {})
    const taken = { type: 'about:blank', title: 'x', status: 409, code: 'login-taken' }
    add.mockRejectedValueOnce(new ServerError(taken))
    await views.add(ada, 'google')
    expect(show).toHaveBeenLastCalledWith(ada, { note: expect.stringContaining('opens another wallet') })
    expect(proveAgain).toHaveBeenCalledOnce()
    add.mockRejectedValueOnce(new ServerError({ ...taken, code: 'grant-invalid' }))
    await views.add(ada, 'google')
    await views.add(ada, 'google')
    expect(proveAgain).toHaveBeenCalledTimes(2)
  })
})
