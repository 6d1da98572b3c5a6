// @vitest-environment jsdom
import { RpcError } from '@portico/protocol'
import { DefaultSIWX, type SIWXConfig, SignInServerError, SignInServerUnreachableError } from '@portico/siwx'
import { currentSIWX } from '@portico/siwx/currentSIWX'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import { NoConnectionClientError } from '../connectErrors.ts'
import type { KitEvent } from '../events/kitEvent.ts'
import type { Kit } from '../kit.ts'
import { deferred } from '../testing/deferred.ts'
import { ada, bob, fakeWallet } from '../testing/fakeNamespace.ts'
import { type FakeSIWX, fakeSIWX, sessionOf } from '../testing/fakeSIWX.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { testKit, until } from '../testing/testKit.ts'
import { cancelSignIn } from './cancelSignIn.ts'
import { setUpSignIn } from './setUpSignIn.ts'
import { signIn } from './signIn.ts'
import type { SignIn } from './signInState.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

const state = (kit: Kit): SignIn => kit.store.getState().signIn
const reaches = (kit: Kit, status: SignIn['status']) => until(kit, (now) => now.signIn.status === status)
const connection = (kit: Kit) => kit.store.getState().connections.eip155

function make(siwx: FakeSIWX = fakeSIWX(), ...[options, wallets]: Parameters<typeof testKit>) {
  const made = testKit({ siwx, ...options }, wallets)
  kits.push(made.kit)
  const events: KitEvent[] = []
  made.kit.events.on((event) => events.push(event))
  return {
    ...made,
    siwx,
    notices: () => events.flatMap((event) => (event.type === 'notice' ? [event.notice] : [])),
    tracked: () => events.flatMap((event) => (event.type === 'track' ? [event.track.event] : [])),
    types: () => events.map(({ type }) => type),
  }
}

/** Creates a connected kit whose sign-in is `needed`. */
async function connected(...parameters: Parameters<typeof make>) {
  const made = make(...parameters)
  await connect(made.kit, { connectorId: 'dev.fake' })
  await reaches(made.kit, 'needed')
  return made
}

describe('setUpSignIn', () => {
  test('behavior: a message before any connection is of a configuration that knows the gateway', async () => {
    const siwx = new DefaultSIWX()
    const order: string[] = []
    vi.spyOn(siwx, 'setup').mockImplementation(() => void order.push('setup'))
    const { kit } = testKit({ siwx })
    kits.push(kit)
    await Promise.all([setUpSignIn(kit), setUpSignIn(kit)])
    order.push('message')
    expect(order).toEqual(['setup', 'message'])
  })
})

describe('signIn', () => {
  test('behavior: signs in, stores the session and tracks success', async () => {
    const { kit, siwx, wallet, tracked, types } = await connected()
    expect(state(kit)).toEqual({ status: 'needed', required: true, address: ada, networkId: 'eip155:1' })
    await signIn(kit)
    expect(state(kit)).toEqual({ status: 'signed-in', required: true, address: ada, networkId: 'eip155:1' })
    expect(siwx.sessions).toMatchObject([
      { data: { accountAddress: ada }, message: `Sign in as ${ada} on eip155:1` },
    ])
    expect(wallet.calls).toEqual(['connect', 'sign'])
    expect(tracked().slice(-2)).toEqual(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_SUCCESS'])
    expect(types()).toContain('signed-in')
  })

  test('behavior: a signer of the application gets the wallet from the kit', async () => {
    const setup = vi.fn<NonNullable<SIWXConfig['setup']>>()
    const { kit, siwx, wallet } = make(Object.assign(fakeSIWX(), { setup }))
    kit.events.emit({ type: 'connecting' })
    await vi.waitFor(() => expect(currentSIWX.get()).toBe(siwx))
    const parameters = { message: 'Hello', chainId: 'eip155:1', accountAddress: ada } as const
    const sign = () => setup.mock.lastCall?.[0].signMessage?.(parameters)
    await expect(sign()).rejects.toThrow(NoConnectionClientError)
    await connect(kit, { connectorId: 'dev.fake' })
    expect(await sign()).toMatch(/./)
    expect(wallet.calls).toEqual(['connect', 'sign'])
    kit.destroy()
    expect(currentSIWX.get()).toBe(undefined)
  })

  test('error: a wallet that is gone cannot sign', async () => {
    const { kit, notices } = await connected()
    const logged = vi.spyOn(kit.logger, 'error')
    kit.connectors.clear()
    await signIn(kit)
    expect(state(kit)).toMatchObject({ status: 'needed', failure: 'refused' })
    expect(notices()).toEqual(['signature-declined'])
    const [, error] = logged.mock.calls[0] ?? []
    expect(error).toBeInstanceOf(NoConnectionClientError)
    expect((error as Error).message).toBe('No ConnectionController client found')
  })

  test('behavior: an existing session is used', async () => {
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const { kit, wallet } = make(siwx)
    await connect(kit, { connectorId: 'dev.fake' })
    await reaches(kit, 'signed-in')
    expect(wallet.calls).toEqual(['connect'])
  })

  test('behavior: a session of another account or network is not used', async () => {
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(bob), sessionOf(ada, 'eip155:8453'))
    await connected(siwx)
  })

  test('error: a declined signature emits a notice and can be repeated', async () => {
    const { kit, wallet, siwx, notices, tracked } = await connected()
    wallet.sign = async () => {
      throw new RpcError({ rpcCode: 4001 })
    }
    await signIn(kit)
    expect(state(kit)).toMatchObject({ status: 'needed', failure: 'declined' })
    expect(connection(kit)?.status).toBe('connected')
    expect(notices()).toEqual(['signature-declined'])
    expect(tracked()).toContain('USER_REJECTED')
    expect(siwx.sessions).toEqual([])
    wallet.sign = async () => '0xsigned'
    await signIn(kit)
    expect(state(kit).status).toBe('signed-in')
  })

  test('error: an unreachable server and a refused signature are different failures', async () => {
    const { kit, siwx, notices, tracked } = await connected()
    siwx.addSession = async () => {
      throw new SignInServerUnreachableError({ url: 'https://gateway.test', cause: undefined })
    }
    await signIn(kit)
    expect(state(kit)).toMatchObject({ status: 'needed', failure: 'unreachable' })
    expect(notices()).toEqual([])
    expect(tracked()).toContain('SIWX_AUTH_ERROR')
  })

  test('error: a failure to create the message', async () => {
    const { kit, siwx, wallet } = await connected()
    siwx.createMessage = async () => {
      throw new SignInServerUnreachableError({ url: 'https://gateway.test', cause: undefined })
    }
    await signIn(kit)
    expect(state(kit)).toMatchObject({ status: 'needed', failure: 'unreachable' })
    expect(wallet.calls).toEqual(['connect'])
  })

  test('error: a refused session', async () => {
    const { kit, siwx, notices } = await connected()
    siwx.addSession = async () => {
      throw new Error('signature-invalid')
    }
    await signIn(kit)
    expect(state(kit)).toMatchObject({ status: 'needed', failure: 'refused' })
    expect(notices()).toEqual(['signature-declined'])
  })

  test('error: a refused smart account has its own notice', async () => {
    const { kit, wallet, siwx, notices } = await connected()
    wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'smartAccount' }] })
    await until(kit, ({ signIn: now }) => now.status === 'needed' && now.address === bob)
    siwx.addSession = async () => {
      throw new Error('signature-invalid')
    }
    await signIn(kit)
    expect(notices()).toEqual(['smart-account-unsupported'])
  })

  test('error: of a refused origin the alert speaks, not the signature, which nobody asked for', async () => {
    const { kit, siwx, wallet, notices } = await connected()
    siwx.createMessage = async () => {
      throw new SignInServerError({ url: 'https://gateway.test', status: 401, code: 'origin-not-allowed' })
    }
    await signIn(kit)
    expect(kit.store.getState().alert).toMatchObject({ id: 'invalid-app-configuration' })
    expect(wallet.calls).toEqual(['connect'])
    expect(notices()).toEqual([])
    expect(state(kit)).toMatchObject({ status: 'needed', failure: undefined })
  })

  test('error: calls that are not possible', async () => {
    const off = testKit()
    kits.push(off.kit)
    await expect(signIn(off.kit)).rejects.toThrow('SIWX is not enabled')
    await expect(signIn(make().kit)).rejects.toThrow('No ActiveCaipAddress found')
    const { kit, wallet } = make()
    wallet.networkId = 'eip155:999'
    await connect(kit, { connectorId: 'dev.fake' })
    await expect(signIn(kit)).rejects.toThrow('No ActiveCaipNetwork or client found')
  })

  test('error: fails if the wallet has disappeared from the page', async () => {
    const { kit, fake } = await connected()
    const messages: unknown[] = []
    kit.events.on((event) => event.type === 'track' && messages.push(event.track.properties?.message))
    fake.announce([])
    await signIn(kit)
    expect(state(kit)).toMatchObject({ status: 'needed', failure: 'refused' })
    expect(messages).toContain('No ConnectionController client found')
  })

  test('param: the configuration’s signMessage is used instead of the wallet', async () => {
    const siwx = fakeSIWX()
    siwx.signMessage = async ({ message, chainId, accountAddress }) =>
      `${chainId} ${accountAddress} ${message.length}`
    const { kit, wallet } = await connected(siwx)
    await signIn(kit)
    expect(wallet.calls).toEqual(['connect'])
    expect(siwx.sessions[0]?.signature).toMatch(/^eip155:1 0x/)
  })

  test('behavior: a wallet that does not answer can be asked again; the first signature is then ignored', async () => {
    const { kit, wallet, siwx } = await connected()
    const first = deferred<string>()
    const reached = deferred()
    wallet.sign = () => {
      reached.resolve()
      return first.promise
    }
    const hanging = signIn(kit)
    await reached.promise
    wallet.sign = async () => '0xsecond'
    await signIn(kit)
    first.resolve('0xfirst')
    await hanging
    expect(state(kit).status).toBe('signed-in')
    expect(siwx.sessions.map(({ signature }) => signature)).toEqual(['0xsecond'])
  })

  test('behavior: a late rejection of an earlier attempt is ignored as well', async () => {
    const { kit, wallet, notices } = await connected()
    const first = deferred<string>()
    const reached = deferred()
    wallet.sign = () => {
      reached.resolve()
      return first.promise
    }
    const hanging = signIn(kit)
    await reached.promise
    wallet.sign = async () => '0xsecond'
    await signIn(kit)
    first.reject(new RpcError({ rpcCode: 4001 }))
    await hanging
    expect(state(kit).status).toBe('signed-in')
    expect(notices()).toEqual([])
  })

  describe.each([
    ['account', { type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] }, { address: bob }],
    ['network', { type: 'network', networkId: 'eip155:8453' }, { networkId: 'eip155:8453' }],
  ] as const)('behavior: another %s', (_, event, expected) => {
    test('while needed: the new account signs', async () => {
      const { kit, wallet } = await connected()
      wallet.emit(event)
      await until(kit, ({ signIn: now }) => now.status === 'needed' && 'address' in now)
      expect(state(kit)).toMatchObject({ status: 'needed', ...expected })
    })

    test('while signing: the late signature is ignored', async () => {
      const { kit, wallet, siwx } = await connected()
      const answer = deferred<string>()
      const reached = deferred()
      wallet.sign = () => {
        reached.resolve()
        return answer.promise
      }
      const signing = signIn(kit)
      await reached.promise
      wallet.emit(event)
      await reaches(kit, 'needed')
      answer.resolve('0xlate')
      await signing
      expect(state(kit)).toMatchObject({ status: 'needed', ...expected })
      expect(siwx.sessions).toEqual([])
    })

    test('once signed in: needs a new signature', async () => {
      const { kit, wallet } = await connected()
      await signIn(kit)
      wallet.emit(event)
      await reaches(kit, 'needed')
      expect(state(kit)).toMatchObject(expected)
    })
  })

  test('behavior: no sign-in on an unsupported network, but after switching back', async () => {
    const { kit, wallet } = await connected()
    wallet.emit({ type: 'network', networkId: 'eip155:999' })
    await reaches(kit, 'idle')
    wallet.emit({ type: 'network', networkId: 'eip155:1' })
    await reaches(kit, 'needed')
  })

  test('behavior: a signature that arrives after the disconnect is ignored', async () => {
    const { kit, wallet, siwx } = await connected()
    const answer = deferred<string>()
    const reached = deferred()
    wallet.sign = () => {
      reached.resolve()
      return answer.promise
    }
    const signing = signIn(kit)
    await reached.promise
    await disconnect(kit)
    answer.resolve('0xlate')
    await signing
    expect(state(kit)).toEqual({ status: 'idle', required: true })
    expect(siwx.sessions).toEqual([])
  })

  test('behavior: a session created after the disconnect is revoked', async () => {
    const { kit, siwx } = await connected()
    const checked = deferred()
    const reached = deferred()
    const { addSession } = siwx
    siwx.addSession = async (session) => {
      reached.resolve()
      await checked.promise
      await addSession(session)
    }
    const signing = signIn(kit)
    await reached.promise
    await disconnect(kit)
    checked.resolve()
    await signing
    expect(state(kit).status).toBe('idle')
    expect(siwx.sessions).toEqual([])
  })

  test('behavior: DefaultSIWX without a gateway rejects an invalid signature and stores nothing', async () => {
    const siwx = new DefaultSIWX()
    const { kit, storage } = await connected(siwx as never)
    expect(state(kit)).toMatchObject({ required: true })
    await signIn(kit)
    expect(state(kit)).toMatchObject({ status: 'needed', failure: 'refused' })
    expect(storage.entries.get('@appkit/siwx') ?? '[]').toBe('[]')
  })
})

describe('checkSession', () => {
  test('error: a configuration that fails disconnects with a notice', async () => {
    const siwx = fakeSIWX()
    siwx.getSessions = async () => {
      throw new Error('no storage')
    }
    const { kit, notices, tracked } = make(siwx)
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (now) => now.connections.eip155?.status === 'disconnected')
    expect(notices()).toEqual(['auth-init-failed'])
    expect(tracked()).toContain('SIWX_AUTH_ERROR')
    expect(state(kit)).toEqual({ status: 'idle', required: true })
  })

  test('error: a failure for an account that is no longer connected is ignored', async () => {
    const siwx = fakeSIWX()
    const answer = deferred<never>()
    const { getSessions } = siwx
    siwx.getSessions = (chainId, address) =>
      address === ada ? answer.promise : getSessions(chainId, address)
    const { kit, wallet, notices } = make(siwx)
    await connect(kit, { connectorId: 'dev.fake' })
    await reaches(kit, 'checking')
    wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] })
    await reaches(kit, 'needed')
    answer.reject(new Error('too late'))
    await answer.promise.catch(() => {})
    expect(connection(kit)?.status).toBe('connected')
    expect(notices()).toEqual([])
  })

  describe.each([true, false])('behavior: after a page load, required %s', (required) => {
    const comeBack = (siwx: FakeSIWX) => {
      const wallet = fakeWallet()
      wallet.granted = true
      const storage = memoryStorage({ '@appkit/eip155:connected_connector_id': 'dev.fake' })
      return make(siwx, { storage }, [wallet])
    }

    test('with a session', async () => {
      const siwx = fakeSIWX({ required })
      siwx.sessions.push(sessionOf(ada))
      await reaches(comeBack(siwx).kit, 'signed-in')
    })

    test('without a session', async () => {
      const { kit, wallet } = comeBack(fakeSIWX({ required }))
      await reaches(kit, required ? 'needed' : 'skipped')
      expect(wallet.calls).toEqual(['reconnect'])
    })
  })

  test('behavior: another tab signs in, and out', async () => {
    const { kit, siwx } = await connected()
    const notifyOtherTab = () => window.dispatchEvent(new StorageEvent('storage', { key: '@appkit/siwx' }))
    siwx.sessions.push(sessionOf(ada))
    notifyOtherTab()
    await reaches(kit, 'signed-in')
    siwx.sessions.splice(0)
    notifyOtherTab()
    await reaches(kit, 'needed')
  })

  test('behavior: a sign-in started in another tab changes nothing', async () => {
    const siwx = fakeSIWX({ required: false })
    const { kit, wallet } = await connected(siwx)
    const seen: SignIn['status'][] = []
    await cancelSignIn(kit)
    kit.store.subscribe((now) => seen.push(now.signIn.status))
    const looked = deferred()
    const { getSessions } = siwx
    siwx.getSessions = async (chainId, address) => {
      queueMicrotask(() => queueMicrotask(looked.resolve))
      return getSessions(chainId, address)
    }
    window.dispatchEvent(new StorageEvent('storage', { key: '@appkit/siwx-nonce-token' }))
    await looked.promise
    expect(state(kit).status).toBe('skipped')
    expect(seen.filter((status) => status !== 'skipped')).toEqual([])

    const answer = deferred<string>()
    wallet.sign = () => answer.promise
    const signing = signIn(kit)
    window.dispatchEvent(new StorageEvent('storage', { key: '@appkit/siwx-nonce-token' }))
    expect(state(kit).status).toBe('signing')
    answer.resolve('0xsigned')
    await signing
    expect(state(kit).status).toBe('signed-in')
  })
})

describe('cancelSignIn', () => {
  test('behavior: disconnects if signing in is required', async () => {
    const { kit, wallet, types, tracked } = await connected()
    await cancelSignIn(kit)
    expect(connection(kit)?.status).toBe('disconnected')
    expect(state(kit)).toEqual({ status: 'idle', required: true })
    expect(wallet.calls).toEqual(['connect', 'disconnect'])
    expect(types()).toContain('sign-in-cancelled')
    expect(tracked()).toContain('CLICK_CANCEL_SIWX')
  })

  test('behavior: skips an optional sign-in and stays connected', async () => {
    const { kit } = await connected(fakeSIWX({ required: false }))
    await cancelSignIn(kit)
    expect(connection(kit)?.status).toBe('connected')
    expect(state(kit)).toMatchObject({ status: 'skipped', required: false, address: ada })
    await signIn(kit)
    expect(state(kit).status).toBe('signed-in')
  })

  test('behavior: a signature that arrives after cancelling is ignored', async () => {
    const { kit, wallet, siwx } = await connected(fakeSIWX({ required: false }))
    const answer = deferred<string>()
    const reached = deferred()
    wallet.sign = () => {
      reached.resolve()
      return answer.promise
    }
    const signing = signIn(kit)
    await reached.promise
    await cancelSignIn(kit)
    answer.resolve('0xlate')
    await signing
    expect(state(kit).status).toBe('skipped')
    expect(siwx.sessions).toEqual([])
  })

  test('behavior: does nothing without an account, or when signed in', async () => {
    const { kit } = make()
    await cancelSignIn(kit)
    expect(state(kit).status).toBe('idle')
    const signed = await connected()
    await signIn(signed.kit)
    await cancelSignIn(signed.kit)
    expect(state(signed.kit).status).toBe('signed-in')
  })
})

describe('watchSignIn', () => {
  test.each([
    [undefined, ['setSessions 0']],
    [true, ['setSessions 0']],
    [false, []],
  ])('param: signOutOnDisconnect %s', async (signOutOnDisconnect, expected) => {
    const siwx = fakeSIWX()
    siwx.signOutOnDisconnect = signOutOnDisconnect
    const { kit } = await connected(siwx)
    await signIn(kit)
    await disconnect(kit)
    expect(siwx.calls.filter((call) => call.startsWith('setSessions'))).toEqual(expected)
    expect(siwx.sessions).toHaveLength(signOutOnDisconnect === false ? 1 : 0)
    expect(state(kit).status).toBe('idle')
  })

  test('behavior: a disconnect by the wallet signs out as well', async () => {
    const { kit, wallet, siwx } = await connected()
    await signIn(kit)
    wallet.emit({ type: 'disconnect' })
    expect(siwx.calls.at(-1)).toBe('setSessions 0')
  })

  test('error: an unreachable server does not prevent the disconnect', async () => {
    const { kit, siwx } = await connected()
    await signIn(kit)
    siwx.setSessions = async () => {
      throw new Error('down')
    }
    await disconnect(kit)
    expect(connection(kit)?.status).toBe('disconnected')
    expect(state(kit).status).toBe('idle')
  })

  test('behavior: setup gets the kit’s storage, IDs and RPC clients, and no client for unknown networks', async () => {
    const siwx = fakeSIWX()
    const contexts: Parameters<NonNullable<FakeSIWX['setup']>>[0][] = []
    siwx.setup = (context) => void contexts.push(context)
    const { kit } = make(siwx, { gatewayUrl: 'https://gateway.test' })
    await connect(kit, { connectorId: 'dev.fake' })
    await reaches(kit, 'needed')
    const [context] = contexts
    expect(contexts).toHaveLength(1)
    expect(context).toMatchObject({
      gatewayUrl: 'https://gateway.test',
      projectId: 'test',
      clientId: kit.getClientId(),
    })
    expect(context?.storage).toBe(kit.storage)
    expect(context?.getClient('eip155:1')).toBeDefined()
    expect(context?.getClient('eip155:999')).toBeUndefined()
  })

  test('behavior: a destroyed kit does not follow other tabs', async () => {
    const { kit, siwx } = await connected()
    kit.destroy()
    siwx.sessions.push(sessionOf(ada))
    window.dispatchEvent(new StorageEvent('storage', { key: '@appkit/siwx' }))
    expect(state(kit).status).toBe('needed')
  })
})
