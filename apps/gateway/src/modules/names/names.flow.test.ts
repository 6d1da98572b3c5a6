import { createNameMessage, type NameMessage } from '@portico/protocol'
import { nameNonceResponse, nameRecord, nameSuggestionsResponse } from '@portico/protocol/gateway'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { startUpstream } from '../../testing/startUpstream.ts'

const gateway = 'https://gateway.example'
const start = Date.parse('2026-11-21T12:00:00.000Z')

let test_: TestApp
let time = start
let alice: PrivateKeyAccount
let bob: PrivateKeyAccount

beforeEach(async () => {
  time = start
  alice = privateKeyToAccount(generatePrivateKey())
  bob = privateKeyToAccount(generatePrivateKey())
  // A chain without contracts.
  const { url } = await startUpstream({ behave: () => ({ result: '0x' }) })
  test_ = await createTestApp({
    rpcUrls: { 'eip155:31337': [url] },
    env: { PUBLIC_URLS: gateway },
    now: () => time,
  })
})

/** Replaces the gateway by one that also accepts the JSON form. */
async function acceptJson(): Promise<void> {
  test_ = await createTestApp({
    rpcUrls: { 'eip155:31337': [(await startUpstream({ behave: () => ({ result: '0x' }) })).url] },
    env: { PUBLIC_URLS: gateway, NAMES_LEGACY_SKEW: '60' },
    now: () => time,
  })
}

const post = (path: string, body: unknown) =>
  test_.app.request(path, { method: 'POST', body: JSON.stringify(body) })

async function newNonce(): Promise<string> {
  return nameNonceResponse.parse(await (await test_.app.request('/v1/profile/nonce')).json()).nonce
}

type Wish = { [Key in NameMessage['action']]: Extract<NameMessage, { action: Key }> }[NameMessage['action']]

/** A signed request, as the kit creates it; `change` modifies the text before it is signed. */
async function sign(
  account: PrivateKeyAccount,
  wish: Partial<Wish> & Pick<Wish, 'action' | 'name'>,
  change: (text: string) => string = (text) => text,
) {
  const message = change(
    createNameMessage({
      owner: `eip155:31337:${account.address}`,
      gateway,
      nonce: await newNonce(),
      issuedAt: new Date(time).toISOString(),
      expirationTime: new Date(time + 5 * 60_000).toISOString(),
      ...wish,
    } as NameMessage),
  )
  const signature = await account.signMessage({ message })
  return { message, signature, coin_type: 60, address: account.address as string }
}

/** The JSON form of older kits. */
async function legacy(account: PrivateKeyAccount, name: string, timestamp: number) {
  const message = JSON.stringify({ name, attributes: {}, timestamp })
  const signature = await account.signMessage({ message })
  return { message, signature, coin_type: 60, address: account.address }
}

const register = async (account: PrivateKeyAccount, name: string) =>
  post('/v1/profile/account', await sign(account, { action: 'register', name }))

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code]
}

describe('POST /v1/profile/account', () => {
  test('behavior: registers a name, which is found by name and by address', async () => {
    const response = await register(alice, 'alice.portico.local')
    expect(response.status).toBe(200)
    const record = nameRecord.parse(await response.json())
    const expected = {
      name: 'alice.portico.local',
      registered_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
      attributes: {},
      addresses: { 60: { address: alice.address, created_at: '2026-11-21T12:00:00.000Z' } },
    }
    expect(record).toEqual(expected)
    const byName = await test_.app.request('/v1/profile/account/alice.portico.local?apiVersion=2')
    expect(await byName.json()).toEqual(expected)
    for (const address of [alice.address, alice.address.toLowerCase()]) {
      const byAddress = await test_.app.request(`/v1/profile/reverse/${address}?apiVersion=2`)
      expect(await byAddress.json()).toEqual([expected])
    }
  })

  test('behavior: one of two concurrent registrations of a name succeeds, the other gets name-taken', async () => {
    const responses = await Promise.all(
      [alice, bob].map((account) => register(account, 'alice.portico.local')),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const loser = responses.find(({ status }) => status === 409) as Response
    expect(loser.headers.get('content-type')).toBe('application/problem+json')
    expect(await loser.json()).toMatchObject({ code: 'name-taken', title: 'The name is taken.' })
  })

  test('error: a second name for the same account', async () => {
    await register(alice, 'alice.portico.local')
    expect(await codeOf(await register(alice, 'alicia.portico.local'))).toEqual([409, 'name-owner-has-one'])
  })

  test.each([
    ['admin.portico.local', 403, 'name-reserved'],
    ['Alice.portico.local', 400, 'name-invalid'],
    ['alice.eth', 400, 'name-invalid'],
    ['al.portico.local', 400, 'name-invalid'],
  ])('error: %s', async (name, status, code) => {
    expect(await codeOf(await register(alice, name))).toEqual([status, code])
  })

  test('error: a captured request cannot be replayed, even concurrently', async () => {
    const request = await sign(alice, { action: 'register', name: 'alice.portico.local' })
    const codes = await Promise.all(
      [1, 2, 3].map(async () => (await post('/v1/profile/account', request)).status),
    )
    expect(codes.toSorted()).toEqual([200, 401, 401])
  })

  test('error: a text signed for another gateway', async () => {
    const request = await sign(alice, {
      action: 'register',
      name: 'alice.portico.local',
      gateway: 'https://evil.example',
    })
    expect(await codeOf(await post('/v1/profile/account', request))).toEqual([401, 'gateway-mismatch'])
  })

  test('error: a nonce that was not issued here', async () => {
    const request = await sign(alice, {
      action: 'register',
      name: 'alice.portico.local',
      nonce: '00112233445566778899aabbccddeeff',
    })
    expect(await codeOf(await post('/v1/profile/account', request))).toEqual([401, 'nonce-used'])
  })

  test('error: too late, and too early', async () => {
    const late = await sign(alice, { action: 'register', name: 'alice.portico.local' })
    time += 5 * 60_000 - 1
    const early = await sign(alice, {
      action: 'register',
      name: 'alice.portico.local',
      issuedAt: new Date(time + 10 * 60_000).toISOString(),
    })
    expect(await codeOf(await post('/v1/profile/account', early))).toEqual([401, 'not-yet-valid'])
    const expired = await sign(alice, {
      action: 'register',
      name: 'alice.portico.local',
      issuedAt: new Date(time - 5 * 60_000).toISOString(),
      expirationTime: '2099-01-01T00:00:00.000Z',
    })
    expect(await codeOf(await post('/v1/profile/account', expired))).toEqual([401, 'expired'])
    expect((await post('/v1/profile/account', late)).status).toBe(200)
  })

  test("error: somebody else's account", async () => {
    const request = await sign(alice, { action: 'register', name: 'alice.portico.local' })
    const stolen = { ...request, address: bob.address }
    expect(await codeOf(await post('/v1/profile/account', stolen))).toEqual([401, 'address-mismatch'])
    const forged = await sign(alice, {
      action: 'register',
      name: 'alice.portico.local',
      owner: `eip155:31337:${bob.address}`,
    })
    expect(await codeOf(await post('/v1/profile/account', { ...forged, address: bob.address }))).toEqual([
      401,
      'signature-invalid',
    ])
  })

  test('error: a message for another action', async () => {
    const request = await sign(
      alice,
      { action: 'register', name: 'alice.portico.local' },
      (text) => `${text}\n`,
    )
    expect(await codeOf(await post('/v1/profile/account', request))).toEqual([401, 'malformed-message'])
    const release = await sign(alice, { action: 'release', name: 'alice.portico.local' })
    expect(await codeOf(await post('/v1/profile/account', release))).toEqual([401, 'name-mismatch'])
  })

  test.each([
    ['no body', undefined],
    ['a field more', { message: 'x', signature: '0x', coin_type: 60, address: '0x', extra: 1 }],
    ['an address that is none', { message: 'x', signature: '0x', coin_type: 60, address: 'x' }],
    ['a coin type without signature support', { message: 'x', signature: '0x', coin_type: 2, address: 'x' }],
  ])('error: %s', async (_, body) => {
    expect(await codeOf(await post('/v1/profile/account', body))).toEqual([400, 'invalid-request'])
  })

  test('error: the JSON form, unless the operator accepts it', async () => {
    const request = await legacy(alice, 'alice.portico.local', time)
    expect(await codeOf(await post('/v1/profile/account', request))).toEqual([401, 'malformed-message'])
    expect((await test_.app.request('/v1/profile/account/alice.portico.local')).status).toBe(404)
    await acceptJson()
    expect((await post('/v1/profile/account', request)).status).toBe(200)
  })

  test('param: NAMES_LEGACY_SKEW: the JSON form works once and within a minute', async () => {
    await acceptJson()
    const request = await legacy(alice, 'alice.portico.local', time / 1000 - 59)
    expect((await post('/v1/profile/account', request)).status).toBe(200)
    expect(await codeOf(await post('/v1/profile/account', request))).toEqual([401, 'nonce-used'])
    const old = await legacy(bob, 'bobby.portico.local', time / 1000 - 61)
    expect(await codeOf(await post('/v1/profile/account', old))).toEqual([401, 'expired'])
  })

  test('error: the JSON form a second time, with another encoding of its signature or on another route', async () => {
    await acceptJson()
    const request = await legacy(alice, 'alice.portico.local', time)
    expect((await post('/v1/profile/account', request)).status).toBe(200)
    // The same signature: libraries encode its parity as 0 and 1, or as 27 and 28.
    const parity = Number.parseInt(request.signature.slice(-2), 16) - 27
    const other = `${request.signature.slice(0, -2)}0${parity}`
    const again = [
      { path: '/v1/profile/account', signature: other },
      { path: '/v1/profile/account', signature: request.signature.toUpperCase().replace('0X', '0x') },
      { path: '/v1/profile/account/alice.portico.local/attributes', signature: request.signature },
      { path: '/v1/profile/account/alice.portico.local/attributes', signature: other },
    ]
    for (const { path, signature } of again)
      expect(await codeOf(await post(path, { ...request, signature }))).toEqual([401, 'nonce-used'])
  })

  test('error: another account cannot use up the JSON of its signer', async () => {
    await acceptJson()
    const request = await legacy(alice, 'alice.portico.local', time)
    const { signature } = await legacy(bob, 'alice.portico.local', time)
    expect(await codeOf(await post('/v1/profile/account', { ...request, signature }))).toEqual([
      401,
      'signature-invalid',
    ])
    expect((await post('/v1/profile/account', request)).status).toBe(200)
  })

  test('behavior: a retry by the owner succeeds, as after a lost response', async () => {
    const first = await (await register(alice, 'alice.portico.local')).json()
    time += 1000
    const second = await register(alice, 'alice.portico.local')
    expect([second.status, await second.json()]).toEqual([200, first])
  })

  test('error: an account of another namespace with the coin type of Ethereum', async () => {
    const request = await sign(alice, {
      action: 'register',
      name: 'alice.portico.local',
      owner: `cosmos:cosmoshub-4:${alice.address.toLowerCase()}`,
    })
    expect(await codeOf(await post('/v1/profile/account', request))).toEqual([401, 'address-mismatch'])
  })

  test.each(['a\u0000b', '\u202e', '', 'x'.repeat(300)])('error: a malformed nonce: %j', async (nonce) => {
    const request = await sign(alice, { action: 'register', name: 'alice.portico.local', nonce })
    expect(await codeOf(await post('/v1/profile/account', request))).toEqual([401, 'nonce-used'])
  })
})

describe('changes of a name', () => {
  beforeEach(async () => {
    await register(alice, 'alice.portico.local')
  })
  const path = '/v1/profile/account/alice.portico.local'

  test('behavior: its owner sets attributes and addresses', async () => {
    time += 1000
    const attributes = { avatar: 'https://a.example/x.png', description: 'line\nline' }
    const first = await post(
      `${path}/attributes`,
      await sign(alice, { action: 'set-attributes', name: 'alice.portico.local', attributes }),
    )
    expect(nameRecord.parse(await first.json())).toMatchObject({
      attributes,
      updated_at: '2026-11-21T12:00:01.000Z',
    })
    const second = await post(
      `${path}/address`,
      await sign(alice, {
        action: 'set-address',
        name: 'alice.portico.local',
        coinType: 501,
        address: 'So11111111111111111111111111111111111111112',
      }),
    )
    expect(nameRecord.parse(await second.json()).addresses).toMatchObject({
      60: { address: alice.address },
      501: { address: 'So11111111111111111111111111111111111111112' },
    })
  })

  test('behavior: pointing a name at an address does not list it for that address', async () => {
    const wish = { coinType: 2_147_483_658, address: bob.address } as const
    await post(
      `${path}/address`,
      await sign(alice, { action: 'set-address', name: 'alice.portico.local', ...wish }),
    )
    expect(await (await test_.app.request(`/v1/profile/reverse/${bob.address}`)).json()).toEqual([])
    await register(bob, 'bobby.portico.local')
    expect(await (await test_.app.request(`/v1/profile/reverse/${bob.address}`)).json()).toMatchObject([
      { name: 'bobby.portico.local' },
    ])
  })

  test('error: another account', async () => {
    const attributes = { url: 'https://evil.example' }
    const request = await sign(bob, { action: 'set-attributes', name: 'alice.portico.local', attributes })
    expect(await codeOf(await post(`${path}/attributes`, request))).toEqual([403, 'name-not-yours'])
  })

  test("error: the owner's own coin with another address", async () => {
    const request = await sign(alice, {
      action: 'set-address',
      name: 'alice.portico.local',
      coinType: 60,
      address: bob.address,
    })
    expect(await codeOf(await post(`${path}/address`, request))).toEqual([401, 'address-mismatch'])
  })

  test('error: signed for another name', async () => {
    const request = await sign(alice, { action: 'release', name: 'other.portico.local' })
    expect(await codeOf(await post(`${path}/release`, request))).toEqual([401, 'name-mismatch'])
  })

  test('behavior: a released name is gone, and others can register it a day later', async () => {
    const request = await sign(alice, { action: 'release', name: 'alice.portico.local' })
    expect((await post(`${path}/release`, request)).status).toBe(204)
    expect((await test_.app.request(path)).status).toBe(404)
    expect(await (await test_.app.request(`${path}?apiVersion=2`)).json()).toEqual([])
    expect(await codeOf(await register(bob, 'alice.portico.local'))).toEqual([409, 'name-cooling'])
    time += 24 * 3_600_000
    expect((await register(bob, 'alice.portico.local')).status).toBe(200)
  })
})

describe('a smart account, whose address is another contract on another network', () => {
  const wallet = '0x1234567890123456789012345678901234567890'
  const [own, foreign] = ['eip155:31337', 'eip155:31338'] as const
  const name = 'treasury.portico.local'
  const path = `/v1/profile/account/${name}`
  /** What each contract accepts as a signature, by network. */
  const accepted = { [own]: '11'.repeat(70), [foreign]: '22'.repeat(70) }

  /** A network on which the address is a contract that accepts one signature (ERC-1271). */
  async function startNetwork(network: keyof typeof accepted): Promise<string> {
    const { url } = await startUpstream({
      chainId: `0x${Number(network.split(':')[1]).toString(16)}`,
      behave({ method, params }) {
        if (method === 'eth_getCode') return { result: '0x60' }
        if (method !== 'eth_call') return { result: '0x1' }
        const isAccepted = JSON.stringify(params).includes(accepted[network])
        return { result: `${isAccepted ? '0x1626ba7e' : '0xffffffff'}${'0'.repeat(56)}` }
      },
    })
    return url
  }

  beforeEach(async () => {
    test_ = await createTestApp({
      rpcUrls: { [own]: [await startNetwork(own)], [foreign]: [await startNetwork(foreign)] },
      env: { PUBLIC_URLS: gateway },
      now: () => time,
    })
  })

  /** A request that the contract on a network accepts. */
  async function signOn(network: keyof typeof accepted, wish: Partial<Wish> & Pick<Wish, 'action' | 'name'>) {
    const request = await sign(alice, { owner: `${network}:${wallet}`, ...wish } as never)
    return { ...request, address: wallet, signature: `0x${accepted[network]}` }
  }
  const namesOf = async (account: string) => {
    const rows = await (await test_.app.request(`/v1/profile/reverse/${account}`)).json()
    return (rows as { name: string }[]).map((row) => row.name)
  }
  const identityOf = async (query: string) =>
    ((await (await test_.get(`/v1/identity/${query}`)).json()) as { name: string | null }).name

  test('error: the contract on the other network cannot change or release its name', async () => {
    expect((await post('/v1/profile/account', await signOn(own, { action: 'register', name }))).status).toBe(
      200,
    )
    const attributes = { url: 'https://evil.example' }
    const attack = async (route: string, wish: Partial<Wish> & Pick<Wish, 'action'>) =>
      codeOf(await post(`${path}/${route}`, await signOn(foreign, { name, ...wish })))
    expect(await attack('attributes', { action: 'set-attributes', attributes })).toEqual([
      403,
      'name-not-yours',
    ])
    expect(await attack('address', { action: 'set-address', coinType: 60, address: wallet })).toEqual([
      403,
      'name-not-yours',
    ])
    expect(await attack('release', { action: 'release' })).toEqual([403, 'name-not-yours'])
    // Nor can it pretend to be on the right network.
    const forged = {
      ...(await signOn(own, { action: 'release', name })),
      signature: `0x${accepted[foreign]}`,
    }
    expect(await codeOf(await post(`${path}/release`, forged))).toEqual([401, 'signature-invalid'])
    const change = await signOn(own, {
      action: 'set-attributes',
      name,
      attributes: { url: 'https://a.example' },
    })
    expect((await post(`${path}/attributes`, change)).status).toBe(200)
    expect((await post(`${path}/release`, await signOn(own, { action: 'release', name }))).status).toBe(204)
  })

  test('error: its name is not shown for the account, nor does it keep the account from having one', async () => {
    const evil = await signOn(foreign, { action: 'register', name: 'evil.portico.local' })
    expect((await post('/v1/profile/account', evil)).status).toBe(200)
    expect([await namesOf(wallet), await namesOf(`${own}:${wallet}`)]).toEqual([[], []])
    expect([await identityOf(wallet), await identityOf(`${own}:${wallet}`)]).toEqual([null, null])
    expect((await post('/v1/profile/account', await signOn(own, { action: 'register', name }))).status).toBe(
      200,
    )
    expect([await namesOf(wallet), await namesOf(`${own}:${wallet}`)]).toEqual([[], [name]])
    expect(await namesOf(`${foreign}:${wallet}`)).toEqual(['evil.portico.local'])
    expect([await identityOf(wallet), await identityOf(`${own}:${wallet}`)]).toEqual([null, name])
    expect(await identityOf(`${wallet}?chainId=${own}`)).toBe(name)
  })

  test('behavior: an account with a key is the same on every network', async () => {
    expect((await register(alice, 'alice.portico.local')).status).toBe(200)
    const attributes = { url: 'https://a.example' }
    const change = await sign(alice, {
      action: 'set-attributes',
      name: 'alice.portico.local',
      attributes,
      owner: `${foreign}:${alice.address}`,
    })
    expect((await post('/v1/profile/account/alice.portico.local/attributes', change)).status).toBe(200)
    for (const account of [alice.address, `${own}:${alice.address}`, `${foreign}:${alice.address}`])
      expect(await namesOf(account)).toEqual(['alice.portico.local'])
    expect(await identityOf(`${foreign}:${alice.address}`)).toBe('alice.portico.local')
    // Also for a page on a network that the gateway does not serve.
    expect(await identityOf(`${alice.address}?chainId=eip155:5`)).toBe('alice.portico.local')
  })
})

describe('GET /v1/profile/account/{name}', () => {
  test.each(['%00', 'a%00b.portico.local', '%E2%80%AEalice.portico.local', 'Alice.portico.local', '%ff'])(
    'error: not found: %s',
    async (name) => {
      const path = `/v1/profile/account/${name}`
      expect([400, 404]).toContain((await test_.app.request(path)).status)
      expect([200, 400]).toContain((await test_.app.request(`${path}?apiVersion=2`)).status)
      expect([200, 400]).toContain((await test_.app.request(`/v1/profile/reverse/${name}`)).status)
      expect([200, 400]).toContain((await test_.app.request(`/v1/profile/suggestions/${name}`)).status)
    },
  )
})

describe('GET /v1/profile/suggestions/{name}', () => {
  const suggest = async (name: string, query = '') => {
    const response = await test_.app.request(`/v1/profile/suggestions/${encodeURIComponent(name)}${query}`)
    expect(response.status).toBe(200)
    return nameSuggestionsResponse.parse(await response.json()).suggestions
  }

  test('behavior: the desired name first, then other available ones', async () => {
    await register(alice, 'alice.portico.local')
    const suggestions = await suggest('Alice ')
    expect(suggestions[0]).toEqual({ name: 'alice.portico.local', registered: true })
    expect(suggestions).toHaveLength(5)
    expect(suggestions.slice(1).every(({ registered }) => !registered)).toBe(true)
  })

  test('behavior: no suggestions for an invalid name', async () => {
    expect(await suggest('💩')).toEqual([])
    expect(await suggest('fuck')).toEqual([])
  })

  test('error: another zone', async () => {
    const response = await test_.app.request('/v1/profile/suggestions/alice?zone=eth')
    expect(await codeOf(response)).toEqual([400, 'invalid-request'])
  })
})

describe('GET /v1/profile/nonce', () => {
  test('error: a gateway in production without a configured public URL', async () => {
    const { app } = await createTestApp({
      rpcUrls: { 'eip155:31337': ['http://127.0.0.1:9'] },
      env: { NODE_ENV: 'production', GATEWAY_OPEN: '1' },
    })
    expect(await codeOf(await app.request('/v1/profile/nonce'))).toEqual([501, 'names-not-configured'])
  })
})
