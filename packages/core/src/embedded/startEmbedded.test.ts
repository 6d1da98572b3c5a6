// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { disconnect } from '../actions/disconnect.ts'
import { ConnectionAbandonedError } from '../connectErrors.ts'
import { signIn } from '../signIn/signIn.ts'
import { ada, deferred, fakeSIWX, testKit } from '../testing/index.ts'
import { authConnectorId, startEmbedded } from './index.ts'
import { loginStorageKeys } from './loginStorage.ts'
import { hang } from './testing/fakeFrame.ts'
import { email, prepareEmbedded, until, user } from './testing/prepareEmbedded.ts'

const { kits, loggedIn, setup } = prepareEmbedded()

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
    expect(element?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-top-navigation')
    expect(element?.style.zIndex).toBe('999999')
    expect(frame.types()).toContain('SYNC_DAPP_DATA')
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

describe('the session', () => {
  test('behavior: what is stored of a login', async () => {
    const { storage } = await loggedIn()
    const stored = Object.values(loginStorageKeys).map((key) => [key, storage.getItem(key)])
    expect(Object.fromEntries(stored)).toEqual({
      '@appkit-wallet/EMAIL_LOGIN_USED_KEY': 'true',
      '@appkit-wallet/EMAIL': email,
      '@appkit-wallet/SOCIAL_USERNAME': null,
      '@appkit/social_provider': null,
      '@appkit/connected_social': null,
      '@appkit-wallet/LAST_USED_CHAIN_KEY': 'eip155:1',
      '@appkit-wallet/LAST_EMAIL_LOGIN_TIME': null,
      '@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS': null,
      '@appkit/preferred_account_types': null,
    })
  })

  test('behavior: logging out deletes what is stored', async () => {
    const { kit, frame, storage, state } = await loggedIn()
    await disconnect(kit)
    expect(frame.types()).toContain('SIGN_OUT')
    for (const key of Object.values(loginStorageKeys)) expect(storage.getItem(key)).toBeNull()
    expect(state().embedded?.email).toBeUndefined()
  })

  test('behavior: a user that the wallet names after the logout is not logged in, and nothing is stored of it', async () => {
    const { kit, frame, storage, provider } = await loggedIn()
    const late = deferred<object>()
    frame.answers.set('GET_USER', () => late.promise)
    const asked = frame.types().filter((type) => type === 'GET_USER').length
    const connecting = kit.connectors.get(`eip155:${authConnectorId}`)?.connect({ silent: true })
    await until(() => frame.types().filter((type) => type === 'GET_USER').length > asked)
    await disconnect(kit)
    late.resolve(user)
    await expect(connecting).rejects.toThrow(ConnectionAbandonedError)
    for (const key of Object.values(loginStorageKeys)) expect(storage.getItem(key)).toBeNull()
    await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
      code: 4100,
    })
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

  test('behavior: SET_PREFERRED_ACCOUNT_TYPE is raised with the type that the wallet has chosen, once it has', async () => {
    const { kit, frame, embedded } = setup()
    const raised: unknown[] = []
    kit.events.on((event) => {
      if (event.type === 'track' && event.track.event === 'SET_PREFERRED_ACCOUNT_TYPE')
        raised.push(event.track.properties)
    })
    const answer = deferred<object>()
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => answer.promise)
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await embedded.logIn(email)
    await until(() => frame.types().includes('SET_PREFERRED_ACCOUNT'))
    expect(raised).toEqual([])
    answer.resolve({ type: 'eoa', address: ada })
    await until(() => raised.length > 0)
    expect(raised).toEqual([{ accountType: 'eoa', network: 'eip155:1' }])
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
