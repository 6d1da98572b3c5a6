// @vitest-environment jsdom
import type { SIWXConfig } from '@portico/siwx'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import type { Kit } from '../kit.ts'
import { ada, bob } from '../testing/fakeNamespace.ts'
import { sessionOf } from '../testing/fakeSIWX.ts'
import { testKit, until } from '../testing/testKit.ts'
import { threeNamespaces } from '../testing/threeNamespaces.ts'
import { createSIWEConfig } from './createSIWEConfig.ts'
import type { SIWEConfig, SIWESession } from './SIWEClient.ts'
import { signIn } from './signIn.ts'

const kits: Kit[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const kit of kits.splice(0)) kit.destroy()
})

/** Creates an in-memory sign-in server of an application. */
function server(config: Partial<SIWEConfig> = {}) {
  const own = {
    session: null as SIWESession | null,
    accepts: true,
    messages: [] as Parameters<SIWEConfig['createMessage']>[0][],
    signedOut: 0,
    onSignIn: vi.fn(),
    onSignOut: vi.fn(),
  }
  const client = createSIWEConfig({
    getNonce: async (address) => `nonce for ${address}`,
    getMessageParams: async () => ({
      domain: 'app.test',
      uri: 'https://app.test',
      chains: [1, 8453],
      statement: 'Welcome',
    }),
    createMessage(args) {
      own.messages.push(args)
      return `message ${args.nonce}`
    },
    async verifyMessage() {
      if (own.accepts) own.session = { address: ada, chainId: 1 }
      return own.accepts
    },
    getSession: async () => own.session,
    async signOut() {
      own.signedOut += 1
      own.session = null
      return true
    },
    onSignIn: own.onSignIn,
    onSignOut: own.onSignOut,
    ...config,
  })
  return { own, client, siwx: client.toSIWX() as SIWXConfig }
}

describe('createSIWEConfig', () => {
  test('param: booleans default to true, intervals to five minutes', () => {
    expect(server().client.config).toMatchObject({
      required: true,
      enabled: true,
      signOutOnDisconnect: true,
      signOutOnAccountChange: true,
      signOutOnNetworkChange: true,
      nonceRefetchIntervalMs: 300_000,
      sessionRefetchIntervalMs: 300_000,
    })
    expect(server({ required: false, signOutOnDisconnect: false }).siwx).toMatchObject({
      signOutOnDisconnect: false,
    })
    expect(server({ required: false }).siwx.getRequired?.()).toBe(false)
    expect(server().siwx.getRequired?.()).toBe(true)
  })

  test('param: enabled false disables signing in', () => {
    const { client } = server({ enabled: false })
    expect(client.toSIWX()).toBeUndefined()
    const { kit } = testKit({ siweConfig: client })
    kits.push(kit)
    expect(kit.store.getState().signIn).toEqual({ status: 'off' })
  })

  test('behavior: creates the message with a did:pkh address and a numeric chain ID', async () => {
    const { siwx, own } = server()
    const message = await siwx.createMessage({ accountAddress: ada, chainId: 'eip155:8453' })
    expect(own.messages).toEqual([
      {
        domain: 'app.test',
        uri: 'https://app.test',
        statement: 'Welcome',
        nonce: `nonce for did:pkh:eip155:8453:${ada}`,
        address: `did:pkh:eip155:8453:${ada}`,
        chainId: 8453,
        version: '1',
        iat: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ])
    expect(String(message)).toBe(`message nonce for did:pkh:eip155:8453:${ada}`)
    expect({ ...message }).toMatchObject({ accountAddress: ada, chainId: 'eip155:8453', version: '1' })
    expect(Object.keys(message)).not.toContain('toString')
  })

  test('param: a nonce that was not used is asked for again once it is older than nonceRefetchIntervalMs', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let count = 0
    const getNonce = async () => `nonce${++count}`
    const prepare = (config: Partial<SIWEConfig>) => {
      const { siwx, own } = server({ getNonce, ...config })
      const read = async (accountAddress = ada, chainId: `eip155:${string}` = 'eip155:1') =>
        (await siwx.createMessage({ accountAddress, chainId })).nonce
      return { siwx, own, read }
    }
    const { siwx, own, read } = prepare({ nonceRefetchIntervalMs: 60_000 })
    // The visitor declined, and tries again.
    expect([await read(), await read()]).toEqual(['nonce1', 'nonce1'])
    vi.setSystemTime(Date.now() + 59_999)
    expect(await read()).toBe('nonce1')
    vi.setSystemTime(Date.now() + 1)
    expect(await read()).toBe('nonce2')
    expect(await read(bob)).toBe('nonce3')
    expect(await read(bob, 'eip155:8453')).toBe('nonce4')
    // The clock was set back.
    vi.setSystemTime(Date.now() - 1000)
    expect(await read(bob, 'eip155:8453')).toBe('nonce5')
    // A nonce that the server has seen is used up, whether it accepted it or not.
    await siwx.addSession(sessionOf(bob))
    expect(await read(bob, 'eip155:8453')).toBe('nonce6')
    own.accepts = false
    await expect(siwx.addSession(sessionOf(bob))).rejects.toThrow()
    expect(await read(bob, 'eip155:8453')).toBe('nonce7')

    const never = prepare({ nonceRefetchIntervalMs: 0 })
    expect([await never.read(), await never.read()]).toEqual(['nonce8', 'nonce9'])
    const usual = prepare({})
    expect(await usual.read()).toBe('nonce10')
    vi.setSystemTime(Date.now() + 299_999)
    expect(await usual.read()).toBe('nonce10')
    vi.setSystemTime(Date.now() + 1)
    expect(await usual.read()).toBe('nonce11')
  })

  test('error: a nonce that could not be fetched is asked for again', async () => {
    const getNonce = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('nonce1')
    const { siwx } = server({ getNonce })
    const account = { accountAddress: ada, chainId: 'eip155:1' } as const
    await expect(siwx.createMessage(account)).rejects.toThrow('down')
    expect((await siwx.createMessage(account)).nonce).toBe('nonce1')
  })

  test('behavior: a sign-in as part of a login has the server’s nonce, as it is', async () => {
    const params = { domain: location.host, uri: location.origin, chains: [1] }
    const prepare = async (own: object, chainId: `eip155:${string}` = 'eip155:1') => {
      const { siwx } = server({
        getNonce: async () => 'nonce12345678',
        getMessageParams: async () => ({ ...params, ...own }),
      })
      return siwx.prepareLogin?.({ chainId })
    }
    const login = { nonce: 'nonce12345678', issuer: 'application' }
    expect(await prepare({})).toEqual(login)
    expect(await prepare({ iat: new Date().toISOString(), type: 'caip122', statement: undefined })).toEqual(
      login,
    )
    // The wallet would leave this out, or write something else.
    for (const own of [
      { statement: 'Welcome' },
      { resources: ['https://app.test/tos'] },
      { exp: new Date().toISOString() },
      { requestId: '1' },
      { domain: 'other.example' },
      { uri: 'https://other.example' },
      { chains: [8453] },
    ])
      expect(await prepare(own)).toBeUndefined()
    expect(await server().siwx.prepareLogin?.({ chainId: 'solana:x' })).toBeUndefined()
  })

  test('behavior: adding a session calls verifyMessage, then onSignIn', async () => {
    const { siwx, own } = server()
    await siwx.addSession(sessionOf(ada))
    expect(own.onSignIn).toHaveBeenCalledExactlyOnceWith({ address: ada, chainId: 1 })
  })

  test('error: a session that verifyMessage rejects is not added', async () => {
    const { siwx, own } = server()
    own.accepts = false
    await expect(siwx.addSession(sessionOf(ada))).rejects.toMatchObject({ code: 'siwe-verification' })
    await expect(siwx.setSessions([sessionOf(ada)])).rejects.toMatchObject({ code: 'siwe-verification' })
    expect(own.onSignIn).not.toHaveBeenCalled()
  })

  test('behavior: setSessions verifies the first session; an empty list and revokeSession sign out', async () => {
    const { siwx, own } = server()
    await siwx.setSessions([sessionOf(ada)])
    expect(own.session).not.toBeNull()
    expect(own.onSignIn).toHaveBeenCalledExactlyOnceWith({ address: ada, chainId: 1 })
    await siwx.setSessions([])
    expect([own.signedOut, own.onSignOut.mock.calls.length]).toEqual([1, 1])
    await siwx.revokeSession('eip155:1', ada)
    expect(own.signedOut).toBe(2)
  })

  test('behavior: accounts of other namespaces count as signed in', async () => {
    const { siwx, own } = server()
    const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(await siwx.getSessions(chainId, 'So1')).toHaveLength(1)
    await siwx.addSession(sessionOf('So1', chainId))
    expect(own.onSignIn).not.toHaveBeenCalled()
  })

  test.each([
    ['nobody', null, {}, 0, 0],
    ['the same', { address: ada, chainId: 1 }, {}, 1, 0],
    ['the same in lower case', { address: ada.toLowerCase(), chainId: 1 }, {}, 1, 0],
    ['another account', { address: bob, chainId: 1 }, {}, 0, 1],
    [
      'another account, keeping the session',
      { address: bob, chainId: 1 },
      { signOutOnAccountChange: false },
      1,
      0,
    ],
    ['another network', { address: ada, chainId: 8453 }, {}, 0, 0],
    [
      'another network, keeping the session',
      { address: ada, chainId: 8453 },
      { signOutOnNetworkChange: false },
      1,
      0,
    ],
    [
      'another account and network, keeping the account',
      { address: bob, chainId: 8453 },
      { signOutOnAccountChange: false },
      0,
      0,
    ],
    [
      'another account and network, keeping the network',
      { address: bob, chainId: 8453 },
      { signOutOnNetworkChange: false },
      0,
      1,
    ],
  ] as const)('param: the server has %s', async (_, session, config, sessions, signedOut) => {
    const { siwx, own } = server(config)
    own.session = session
    expect(await siwx.getSessions('eip155:1', ada)).toHaveLength(sessions)
    expect(own.signedOut).toBe(signedOut)
    expect(own.onSignOut).toHaveBeenCalledTimes(signedOut)
  })

  test('error: a failure to sign out the former account does not block the next one', async () => {
    const { siwx, own } = server({ signOut: () => Promise.reject(new Error('down')) })
    own.session = { address: bob, chainId: 1 }
    expect(await siwx.getSessions('eip155:1', ada)).toEqual([])
  })

  test('behavior: signs in and out in a kit', async () => {
    const { client, own } = server()
    const { kit, wallet } = testKit({ siweConfig: client })
    kits.push(kit)
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    await signIn(kit)
    expect(kit.store.getState().signIn).toMatchObject({ status: 'signed-in', required: true })
    wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] })
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(own.onSignOut).toHaveBeenCalledTimes(1)
    await disconnect(kit)
    await vi.waitFor(() => expect(own.onSignOut).toHaveBeenCalledTimes(2))
  })

  test('param: signOutOnDisconnect false keeps the session', async () => {
    const { client, own } = server({ signOutOnDisconnect: false })
    const { kit } = testKit({ siweConfig: client })
    kits.push(kit)
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    await signIn(kit)
    await disconnect(kit)
    await until(kit, (state) => state.signIn.status === 'idle')
    expect(own.signedOut).toBe(0)
  })

  test('behavior: disconnecting another namespace keeps the session; disconnecting this one ends it', async () => {
    const { client, own } = server()
    const { kit } = threeNamespaces({ siweConfig: client })
    kits.push(kit)
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    await until(kit, (state) => state.signIn.status === 'needed')
    await signIn(kit)
    await connect(kit, { namespace: 'solana', connectorId: 'Polyglot' })
    await until(kit, ({ signIn: now }) => now.status === 'signed-in' && now.networkId.startsWith('solana'))
    await disconnect(kit, { namespace: 'solana' })
    await until(kit, ({ signIn: now }) => now.status === 'signed-in' && now.networkId === 'eip155:1')
    expect([own.signedOut, own.session]).toEqual([0, { address: ada, chainId: 1 }])
    await connect(kit, { namespace: 'solana', connectorId: 'Polyglot' })
    await disconnect(kit, { namespace: 'eip155' })
    await vi.waitFor(() => expect(own.signedOut).toBe(1))
    expect(kit.store.getState().connections.solana?.status).toBe('connected')
  })
})
