// @vitest-environment jsdom

import { activateNamespace, connect, disconnect, signIn } from '@portico/core'
import { fetchIdentity, getQueryClient, namesQuery, portfolioQuery } from '@portico/core/data'
import { startEmbedded } from '@portico/core/embedded'
import { rememberWallet } from '@portico/core/internal'
import { ada, fakeFrame, sessionOf, testKit, threeNamespaces, until } from '@portico/core/testing'
import { DefaultSIWX, LocalStorage } from '@portico/siwx'
import { writeDeepLink } from '@portico/walletconnect'
import { afterEach, describe, expect, test, vi } from 'vitest'

const gatewayUrl = 'http://gateway.test'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** The keys that an application written for AppKit may read or have left, and the values that the kit stores. */
describe('storage keys', () => {
  test('behavior: connections are stored under AppKit’s keys in its shapes', async () => {
    const { kit, storage } = threeNamespaces({ features: { multiWallet: true } })
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    await connect(kit, { namespace: 'solana', connectorId: 'Polyglot' })
    activateNamespace(kit, { namespace: 'eip155' })
    expect(Object.fromEntries(storage.entries)).toMatchObject({
      '@appkit/active_namespace': 'eip155',
      '@appkit/active_caip_network_id': 'eip155:1',
      '@appkit/eip155:connected_connector_id': 'io.poly',
      '@appkit/solana:connected_connector_id': 'Polyglot',
      '@appkit/connected_namespaces': 'eip155,solana',
      '@appkit/connection_status': 'connected',
    })
    const connections = read(storage, '@appkit/connections')
    expect(connections).toMatchObject({
      eip155: [
        {
          ...{ connectorId: 'io.poly', name: 'Polyglot', accounts: [{ address: ada, type: 'eoa' }] },
          caipNetwork: { caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'Ethereum' },
        },
      ],
      solana: [{ connectorId: 'Polyglot' }],
    })
    await disconnect(kit, { namespace: 'eip155' })
    expect(read(storage, '@appkit/disconnected_connector_ids')).toEqual({ eip155: ['io.poly'], solana: [] })
    await disconnect(kit)
    expect(storage.entries.get('@appkit/connection_status')).toBe('disconnected')
    expect(storage.entries.has('@appkit/eip155:connected_connector_id')).toBe(false)
    kit.destroy()
  })

  test('behavior: the last wallet and the recent ones are JSON, newest first, at most two', () => {
    const { kit, storage } = threeNamespaces()
    for (const id of ['a', 'b', 'c', 'b']) rememberWallet(kit, { id, name: id.toUpperCase() })
    expect(read(storage, '@appkit/recent_wallets')).toEqual([
      { id: 'c', name: 'C' },
      { id: 'b', name: 'B' },
    ])
    expect(read(storage, '@appkit/recent_wallet')).toEqual({ id: 'b', name: 'B' })
    kit.destroy()
  })

  test('behavior: sessions are an array, and the choice of an app is its link and name', async () => {
    const { kit, storage } = threeNamespaces()
    await new LocalStorage({ storage }).add(sessionOf(ada))
    expect(read(storage, '@appkit/siwx')).toMatchObject([{ data: { accountAddress: ada }, signature: '0x' }])
    writeDeepLink(storage, { href: 'rainbow://', name: 'Rainbow' })
    expect(read(storage, 'WALLETCONNECT_DEEPLINK_CHOICE')).toEqual({ href: 'rainbow://', name: 'Rainbow' })
    kit.destroy()
  })

  test('behavior: balances are cached by CAIP-10 address', async () => {
    const { kit, storage } = threeNamespaces()
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    const ether = {
      ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 0, iconUrl: '' },
      quantity: { decimals: '18', numeric: '1' },
    }
    const namespace = kit.namespaces.get('eip155')
    if (namespace) kit.namespaces.set('eip155', { ...namespace, getWalletBalances: async () => [ether] })
    await getQueryClient(kit).fetchQuery(portfolioQuery(kit, { address: ada, networkId: 'eip155:1' }))
    const entry = { timestamp: expect.any(Number) }
    expect(read(storage, '@appkit/portfolio_cache')).toEqual({
      [`eip155:1:${ada}`]: { ...entry, value: [ether] },
    })
    expect(read(storage, '@appkit/native_balance_cache')).toEqual({
      [`eip155:1:${ada}`]: { ...entry, value: ether },
    })
    kit.destroy()
  })
})

describe('storage keys of data from a gateway', () => {
  test('behavior: a sign-in stores the token of its nonce, until it is used, the session and its token', async () => {
    stubGateway({
      '/auth/v1/nonce': { nonce: 'a1b2c3d4e5f6g7h8', token: 'nonce-token' },
      '/auth/v1/authenticate': { token: 'session-token' },
    })
    const { kit, storage, wallets } = threeNamespaces({ gatewayUrl, siwx: new DefaultSIWX() })
    const whileSigning: unknown[] = []
    wallets.eip155.sign = async () => {
      whileSigning.push(read(storage, '@appkit/siwx-nonce-token'))
      return '0x51'
    }
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    await until(kit, (state) => state.signIn.status === 'needed')
    await signIn(kit)
    expect(whileSigning).toEqual([{ a1b2c3d4e5f6g7h8: 'nonce-token' }])
    expect(storage.entries.has('@appkit/siwx-nonce-token')).toBe(false)
    const [[account, token] = []] = Object.entries(read(storage, '@appkit/siwx-auth-token') as object)
    expect([account?.toLowerCase(), token]).toEqual([`eip155:1:${ada}`.toLowerCase(), 'session-token'])
    expect(read(storage, '@appkit/siwx')).toEqual([
      {
        data: expect.objectContaining({ chainId: 'eip155:1', nonce: 'a1b2c3d4e5f6g7h8', version: '1' }),
        message: expect.stringContaining('Nonce: a1b2c3d4e5f6g7h8'),
        signature: '0x51',
      },
    ])
    kit.destroy()
  })

  test('behavior: names and identities are cached by the address in lower case', async () => {
    const resolvedAt = '2026-01-01T00:00:00Z'
    stubGateway({
      [`/v1/identity/${ada}`]: { name: 'ada.test', avatar: null, resolvedAt },
      [`/v1/profile/reverse/eip155:1:${ada}`]: [
        {
          name: 'ada.portico',
          registered_at: resolvedAt,
          updated_at: resolvedAt,
          attributes: {},
          addresses: {},
        },
      ],
    })
    const { kit, storage } = threeNamespaces({ gatewayUrl })
    const namespace = kit.namespaces.get('eip155')
    if (namespace) kit.namespaces.set('eip155', { ...namespace, hasNames: true })
    const subject = { address: ada, networkId: 'eip155:1' } as const
    await fetchIdentity(kit, subject)
    await getQueryClient(kit).fetchQuery(namesQuery(kit, subject) as never)
    const timestamp = expect.any(Number)
    expect(read(storage, '@appkit/identity_cache')).toEqual({
      [ada.toLowerCase()]: { timestamp, value: { name: 'ada.test', avatar: null, resolvedAt } },
    })
    expect(read(storage, '@appkit/ens_cache')).toEqual({
      [ada.toLowerCase()]: { timestamp, value: ['ada.portico'] },
    })
    kit.destroy()
  })
})

describe('storage keys of the embedded wallet', () => {
  test('behavior: a login by e-mail stores its values as text, and the end of the login removes them', async () => {
    const { kit, storage } = testKit({ walletUrl: 'http://wallet.localhost:4402' })
    const { answers, mount } = fakeFrame()
    const embedded = startEmbedded(kit, { mount })
    const user = { email: 'ada@example.org', userName: 'Ada', address: ada, chainId: 'eip155:1' }
    answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }))
    answers.set('GET_USER', () => ({ ...user, accounts: [{ address: ada, type: 'eoa' }] }))
    answers.set('IS_CONNECTED', () => ({ isConnected: true }))
    const stored = () =>
      Object.fromEntries([...storage.entries].filter(([key]) => key.startsWith('@appkit-wallet/')))

    const before = Date.now()
    await embedded?.logIn(user.email)
    expect(stored()).toEqual({ '@appkit-wallet/LAST_EMAIL_LOGIN_TIME': expect.stringMatching(/^\d{13}$/) })
    const mailedAt = Number(stored()['@appkit-wallet/LAST_EMAIL_LOGIN_TIME'])
    expect(mailedAt).toBeGreaterThanOrEqual(before)
    expect(mailedAt).toBeLessThanOrEqual(Date.now())
    await embedded?.waitForCode(new AbortController().signal)
    expect(stored()).toEqual({
      '@appkit-wallet/EMAIL_LOGIN_USED_KEY': 'true',
      '@appkit-wallet/EMAIL': 'ada@example.org',
      '@appkit-wallet/SOCIAL_USERNAME': 'Ada',
      '@appkit-wallet/LAST_USED_CHAIN_KEY': 'eip155:1',
    })
    await disconnect(kit)
    expect(stored()).toEqual({})
    kit.destroy()
  })
})

/** Answers the requests to the gateway by their path. */
function stubGateway(answers: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (url: unknown) => {
    const answer = answers[decodeURIComponent(new URL(String(url)).pathname)]
    return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer)
  })
}

function read(storage: { entries: Map<string, string> }, key: string): unknown {
  return JSON.parse(storage.entries.get(key) ?? 'null')
}
