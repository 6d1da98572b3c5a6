import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/memoryStorage.ts'
import {
  createLoginMessage,
  DefaultSIWX,
  type DefaultSIWXParameters,
  DefaultSigner,
  parseMessage,
  type SIWXConfig,
  type SIWXContext,
  type SIWXMessageData,
  SIWXMessenger,
  type SIWXSession,
  SIWXVerifier,
} from '../index.ts'

const alice = privateKeyToAccount(generatePrivateKey())
const bob = privateKeyToAccount(generatePrivateKey())
const page = { domain: 'example.com', uri: 'https://example.com' }

function create(options: DefaultSIWXParameters = {}, context: Partial<SIWXContext> = {}) {
  const storage = memoryStorage()
  const siwx = new DefaultSIWX({ ...page, ...options })
  siwx.setup({ storage, getClient: () => undefined, ...context })
  return { siwx, storage }
}

async function sign(siwx: SIWXConfig, account = alice, chainId: SIWXSession['data']['chainId'] = 'eip155:1') {
  const data = await siwx.createMessage({ accountAddress: account.address, chainId })
  const message = data.toString()
  return { data, message, signature: await account.signMessage({ message }) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-03-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('DefaultSIWX, as part of a login', () => {
  const chainId = 'eip155:1'
  beforeEach(() => {
    vi.stubGlobal('location', { host: 'example.com', origin: 'https://example.com' })
  })

  test('behavior: the nonce is signed as it is, and the session outlives the message', async () => {
    const { siwx } = create({ expiration: 3_600_000 })
    const login = await siwx.prepareLogin({ chainId })
    expect(login).toEqual({
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      issuer: 'application',
      expiresAt: '2026-03-01T13:00:00.000Z',
    })
    const message = createLoginMessage({
      origin: page.uri,
      address: alice.address,
      chainId,
      nonce: login?.nonce ?? '',
      now: Date.now(),
    })
    const { address, ...fields } = parseMessage(message)
    const signature = await alice.signMessage({ message })
    const session: SIWXSession = { data: { ...fields, accountAddress: address }, message, signature, login }
    await siwx.addSession(session)
    vi.setSystemTime('2026-03-01T12:59:00Z')
    expect(await siwx.getSessions(chainId, alice.address)).toEqual([session])
    vi.setSystemTime('2026-03-01T13:00:00Z')
    expect(await siwx.getSessions(chainId, alice.address)).toEqual([])
  })

  test('param: getNonce', async () => {
    const { siwx } = create({ getNonce: async ({ chainId: id }) => `nonceFor${id.replace(':', '')}` })
    expect(await siwx.prepareLogin({ chainId })).toMatchObject({ nonce: 'nonceForeip1551' })
  })

  test.each<[string, DefaultSIWXParameters]>([
    ['statement', { statement: 'I accept the terms.' }],
    ['resources', { resources: ['https://example.com/tos'] }],
    ['domain', { domain: 'other.example' }],
    ['uri', { uri: 'https://example.com/login' }],
    ['signer', { signer: { signMessage: async () => '0x' } }],
    ['messenger', { messenger: { createMessage: () => Promise.reject(new Error('unused')) } }],
  ])('param: with a %s of its own, the application asks after the login', async (_, options) => {
    expect(await create(options).siwx.prepareLogin({ chainId })).toBeUndefined()
  })
})

describe('DefaultSIWX', () => {
  test('behavior: signs in, returns the session, signs out', async () => {
    const { siwx, storage } = create({ statement: 'Welcome.' })
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
    const session = await sign(siwx)
    await siwx.addSession(session)
    const expected = { data: { ...session.data }, message: session.message, signature: session.signature }
    expect(await siwx.getSessions('eip155:1', alice.address.toLowerCase())).toEqual([expected])
    expect(JSON.parse(storage.map.get('@appkit/siwx') ?? '')).toEqual([expected])
    expect(await siwx.getSessions('eip155:10', alice.address)).toEqual([])
    expect(await siwx.getSessions('eip155:1', bob.address)).toEqual([])
    await siwx.revokeSession('eip155:1', alice.address)
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })

  test('behavior: the message has the page, an expiration in seven days and a 128-bit nonce', async () => {
    const { siwx } = create({ statement: 'Welcome.', resources: ['https://example.com/tos'] })
    const { message } = await sign(siwx)
    expect(parseMessage(message)).toEqual({
      domain: 'example.com',
      address: alice.address,
      statement: 'Welcome.',
      uri: 'https://example.com',
      version: '1',
      chainId: 'eip155:1',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      issuedAt: '2026-03-01T12:00:00.000Z',
      expirationTime: '2026-03-08T12:00:00.000Z',
      resources: ['https://example.com/tos'],
    })
  })

  test('behavior: domain and uri default to those of the page', async () => {
    vi.stubGlobal('location', { host: 'app.example:8080', origin: 'https://app.example:8080' })
    try {
      const siwx = new DefaultSIWX()
      const { message } = await sign(siwx)
      expect(parseMessage(message)).toMatchObject({
        domain: 'app.example:8080',
        uri: 'https://app.example:8080',
      })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('param: required', () => {
    expect(new DefaultSIWX().getRequired()).toBe(true)
    expect(new DefaultSIWX({ required: false }).getRequired()).toBe(false)
    expect(new DefaultSIWX().signOutOnDisconnect).toBe(true)
  })

  test('param: signer', async () => {
    expect('signMessage' in new DefaultSIWX()).toBe(false)
    const siwx = new DefaultSIWX({ signer: { signMessage: async ({ message }) => `signed ${message}` } })
    expect(await siwx.signMessage?.({ message: 'x', chainId: 'eip155:1', accountAddress: '0x' })).toBe(
      'signed x',
    )
  })

  test('param: getNonce', async () => {
    const { siwx } = create({ getNonce: async () => 'mynonce12' })
    expect((await sign(siwx)).data.nonce).toBe('mynonce12')
  })

  test('param: expiration', async () => {
    const { siwx } = create({ expiration: 1000 })
    await siwx.addSession(await sign(siwx))
    vi.setSystemTime('2026-03-01T12:00:00.999Z')
    expect(await siwx.getSessions('eip155:1', alice.address)).toHaveLength(1)
    vi.setSystemTime('2026-03-01T12:00:01Z')
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })

  test('behavior: a session is not returned before its notBefore time', async () => {
    const { siwx } = create()
    const notBefore = '2026-03-02T00:00:00Z'
    const data = await siwx.createMessage({ accountAddress: alice.address, chainId: 'eip155:1', notBefore })
    const message = data.toString()
    const session = { data, message, signature: await alice.signMessage({ message }) }
    await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'not-yet-valid' })
    vi.setSystemTime(notBefore)
    await siwx.addSession(session)
    vi.setSystemTime('2026-03-01T12:00:00Z')
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })

  test('error: a signature by another account', async () => {
    const { siwx, storage } = create({}, { getClient: () => ({ request: async () => '0x' }) })
    const session = await sign(siwx)
    const signature = await bob.signMessage({ message: session.message })
    await expect(siwx.addSession({ ...session, signature })).rejects.toMatchObject({
      name: 'InvalidSessionError',
      code: 'signature-invalid',
    })
    expect(storage.map.size).toBe(0)
  })

  test('error: a session of another page', async () => {
    const { siwx } = create()
    const { siwx: other } = create({ domain: 'evil.example' })
    const session = await sign(other)
    await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'domain-mismatch' })
  })

  test('error: a namespace without a verifier', async () => {
    const { siwx } = create({ verifiers: [] })
    await expect(siwx.addSession(await sign(siwx))).rejects.toMatchObject({ code: 'chain-unsupported' })
  })

  test('error: a network that does not respond is not reported as an invalid signature', async () => {
    const { siwx } = create(
      {},
      { getClient: () => ({ request: () => Promise.reject(new Error('offline')) }) },
    )
    const session = { ...(await sign(siwx)), signature: `0x${'12'.repeat(100)}` }
    await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'client-unavailable' })
  })

  test('behavior: stored sessions are not verified again over the network', async () => {
    const requests: string[] = []
    const request = async ({ method }: { method: string }) => {
      requests.push(method)
      return method === 'eth_getCode' ? '0x60' : `0x1626ba7e${'0'.repeat(56)}`
    }
    const { siwx } = create({}, { getClient: () => ({ request }) })
    await siwx.addSession({ ...(await sign(siwx)), signature: `0x${'12'.repeat(100)}` })
    expect(requests).toEqual(['eth_getCode', 'eth_call'])
    expect(await siwx.getSessions('eip155:1', alice.address)).toHaveLength(1)
    expect(requests).toHaveLength(2)
  })

  test('error: a stored session whose fields were changed is not returned', async () => {
    const { siwx, storage } = create()
    await siwx.addSession(await sign(siwx))
    const stored = storage.map.get('@appkit/siwx') ?? ''
    storage.map.set('@appkit/siwx', stored.replace('"expirationTime":"2026', '"expirationTime":"2999'))
    expect(storage.map.get('@appkit/siwx')).not.toBe(stored)
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })

  test('behavior: setSessions verifies all, then replaces all', async () => {
    const { siwx } = create()
    await siwx.addSession(await sign(siwx, alice, 'eip155:10'))
    const next = [await sign(siwx, alice), await sign(siwx, bob)]
    await siwx.setSessions(next)
    expect(await siwx.getSessions('eip155:1', alice.address)).toHaveLength(1)
    expect(await siwx.getSessions('eip155:1', bob.address)).toHaveLength(1)
    expect(await siwx.getSessions('eip155:10', alice.address)).toEqual([])
    await siwx.setSessions([])
    expect(await siwx.getSessions('eip155:1', alice.address)).toEqual([])
  })

  test('error: setSessions with one invalid session changes nothing', async () => {
    const { siwx } = create()
    const good = await sign(siwx)
    await siwx.addSession(good)
    const bad = { ...(await sign(siwx, bob)), signature: '0x' }
    await expect(siwx.setSessions([await sign(siwx, alice), bad])).rejects.toMatchObject({
      name: 'InvalidSessionError',
    })
    expect(await siwx.getSessions('eip155:1', alice.address)).toMatchObject([{ signature: good.signature }])
  })

  test('behavior: signing out one account leaves the others', async () => {
    const { siwx } = create()
    await siwx.setSessions([
      await sign(siwx, alice),
      await sign(siwx, bob),
      await sign(siwx, alice, 'eip155:10'),
    ])
    await siwx.revokeSession('eip155:1', alice.address)
    expect(await siwx.getSessions('eip155:1', bob.address)).toHaveLength(1)
    expect(await siwx.getSessions('eip155:10', alice.address)).toHaveLength(1)
  })

  test('param: messenger, verifiers, storage', async () => {
    const stored: SIWXSession[] = []
    const data = {
      accountAddress: 'me',
      chainId: 'solana:5eykt',
      domain: 'd',
      uri: 'x:',
      version: '1',
      nonce: 'n',
    } as const
    const { siwx } = create({
      messenger: { createMessage: async () => Object.assign({ ...data }, { toString: () => 'sign this' }) },
      verifiers: [{ chainNamespace: 'solana', verify: async ({ signature }) => signature === 'good' }],
      storage: {
        add: async (session) => void stored.push(session),
        set: async (sessions) => void stored.splice(0, stored.length, ...sessions),
        get: async () => stored,
        delete: async () => void stored.splice(0),
      },
    })
    const message = (await siwx.createMessage({ accountAddress: 'me', chainId: 'solana:5eykt' })).toString()
    expect(message).toBe('sign this')
    await siwx.addSession({ data, message, signature: 'good' })
    expect(await siwx.getSessions('solana:5eykt', 'me')).toHaveLength(1)
    await expect(siwx.addSession({ data, message, signature: 'bad' })).rejects.toMatchObject({
      code: 'signature-invalid',
    })
    await siwx.revokeSession('solana:5eykt', 'me')
    expect(stored).toEqual([])
  })

  test('param: messenger, verifiers and signer that extend the abstract classes', async () => {
    class ShortMessenger extends SIWXMessenger {
      protected readonly version = '2'
      protected stringify({ domain, nonce, chainId, expirationTime }: SIWXMessageData) {
        return [domain, nonce, chainId, expirationTime].join(' ')
      }
    }
    class PolkadotVerifier extends SIWXVerifier {
      readonly chainNamespace = 'polkadot'
      async verify({ signature, message }: SIWXSession) {
        return signature === `signed: ${message}`
      }
    }
    /** Is for one network of a namespace, before the verifier of the whole. */
    class TestnetVerifier extends PolkadotVerifier {
      override shouldVerify({ data }: SIWXSession) {
        return data.chainId === 'polkadot:test'
      }
      override verify = async () => true
    }
    class PoliteSigner extends DefaultSigner {
      override async signMessage(parameters: Parameters<DefaultSigner['signMessage']>[0]) {
        return `signed: ${await super.signMessage(parameters)}`
      }
    }
    const { siwx } = create(
      {
        messenger: new ShortMessenger({ ...page, getNonce: () => 'n1', expiration: 60_000 }),
        verifiers: [new TestnetVerifier(), new PolkadotVerifier()],
        signer: new PoliteSigner(),
      },
      { signMessage: async ({ message }) => message },
    )
    const enter = async (chainId: 'polkadot:main' | 'polkadot:test', forged?: string) => {
      const accountAddress = 'me'
      const data = await siwx.createMessage({ accountAddress, chainId })
      const message = data.toString()
      const signature = forged ?? (await siwx.signMessage?.({ message, chainId, accountAddress })) ?? ''
      await siwx.addSession({ data, message, signature })
      return siwx.getSessions(chainId, accountAddress)
    }
    const text = 'example.com n1 polkadot:main 2026-03-01T12:01:00.000Z'
    expect(await enter('polkadot:main')).toMatchObject([
      { data: { version: '2', nonce: 'n1' }, message: text, signature: `signed: ${text}` },
    ])
    await expect(enter('polkadot:main', 'forged')).rejects.toMatchObject({ code: 'signature-invalid' })
    expect(await enter('polkadot:test', 'anything')).toHaveLength(1)
  })

  test('param: signer, the default one is the connected wallet', async () => {
    const signMessage = vi.fn(async () => '0x')
    const { siwx } = create({ signer: new DefaultSigner() }, { signMessage })
    const parameters = { message: 'm', chainId: 'eip155:1', accountAddress: alice.address } as const
    expect(await siwx.signMessage?.(parameters)).toBe('0x')
    expect(signMessage).toHaveBeenCalledWith(parameters)
    // The embedded wallet may sign as part of a login.
    vi.stubGlobal('location', { host: 'example.com', origin: 'https://example.com' })
    expect(await siwx.prepareLogin({ chainId: 'eip155:1' })).toMatchObject({ issuer: 'application' })
    await expect(new DefaultSigner().signMessage(parameters)).rejects.toThrow(
      'pass the sign-in configuration',
    )
  })

  test('behavior: works before and without setup', async () => {
    const siwx = new DefaultSIWX(page)
    await siwx.addSession(await sign(siwx))
    expect(await siwx.getSessions('eip155:1', alice.address)).toHaveLength(1)
  })
})
