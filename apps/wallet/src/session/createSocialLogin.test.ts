import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SealingKey } from '../keys/sealToServer.ts'
import { createSocialLogin } from './createSocialLogin.ts'
import type { EnterServices } from './enterWallet.ts'
import { memoryStorage } from './memoryStorage.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'

const keys = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
const sealingKey = { ...(await exportJWK(keys.publicKey)), kid: 'k' } as SealingKey
const open = async (sealed: unknown) =>
  JSON.parse(new TextDecoder().decode((await compactDecrypt(`${sealed}`, keys.privateKey)).plaintext))

const jkt = 'j'.repeat(43)
const id = 'd'.repeat(43)
const challenge = 'c'.repeat(43)
const ticket = 'k'.repeat(43)
const site = 'https://wallet.example'
const page = { origin: 'https://shop.example', projectId: 'shop' }
const profile = { name: 'Ada Lovelace' }
const tokens = { accessToken: 'a', refreshToken: 'r', expiresIn: 60, userId: `usr_${'u'.repeat(22)}` }

let requests: { path: string; body: Record<string, unknown> }[]
let answers: Record<string, () => unknown>
let txs: number

beforeEach(() => {
  requests = []
  txs = 0
  answers = {
    '/wallet/v1/introductions/social': () => ({ id, challenge }),
    '/v1/social/start': () => {
      txs += 1
      const tx = `tx_${`${txs}`.padStart(22, '0')}`
      return { tx, ticket, expiresAt: new Date(600_000).toISOString() }
    },
    '/v1/social/wait': () => ({ status: 'done' }),
    '/v1/social/claim': () => ({ assertion: 'asserted', grant: 'g'.repeat(43), profile, idToken: 'idt' }),
    [`/wallet/v1/introductions/${id}/proof`]: () => ({ ...tokens, introduced: 'introduced' }),
  }
})

const unreachable = () => {
  throw new ServerUnreachableError({ server: site })
}
const refuse = (status: number, code: string) => () => {
  throw new ServerError({ type: 'about:blank', title: code, status, code })
}

function create({
  now = () => 0,
  vault = {},
  storage = memoryStorage(),
}: {
  now?: () => number
  vault?: Partial<EnterServices['vault']>
  storage?: PartitionStorage
} = {}) {
  const server = {
    async call({ path, body }: { path: string; body?: unknown }) {
      requests.push({ path, body: body as Record<string, unknown> })
      return (answers[path] ?? unreachable)() as never
    },
  }
  const session = { set: vi.fn() }
  const login = createSocialLogin({
    keepGrant: () => {},
    services: {
      jkt,
      sealTo: sealingKey,
      vault: vault as EnterServices['vault'],
      // The wallet itself is opened as after every login: the gateway is unreachable from here on.
      gateway: { readWallet: async () => unreachable() } as unknown as EnterServices['gateway'],
      storage,
      startWorker: () => ({ run: unreachable as never, close() {} }),
      wait: async () => {},
    },
    gatewayServer: server,
    vaultServer: server,
    gatewayKey: sealingKey,
    lock: (_, work) => work(),
    tokens: { set: vi.fn() } as never,
    session: session as never,
    ...page,
    site,
    providers: ['google', 'github'],
    now,
  })
  return { login, session }
}

const paths = () => requests.map(({ path }) => path)
const countOf = (path: string) => paths().filter((each) => each === path).length
const noop = () => {}

describe('createSocialLogin', () => {
  test('behavior: introduces the key at the gateway, then starts the login at the vault with its challenge', async () => {
    const started = await create().login.start('google')
    const [introduced, opened] = requests
    expect(introduced?.body.way).toBe('google')
    expect(await open(introduced?.body.sealed)).toEqual({ jkt, ...page })
    expect(opened).toEqual({ path: '/v1/social/start', body: { provider: 'google', challenge, ...page } })
    expect(started.uri).toBe(`${site}/social?provider=google`)
    const tx = `tx_${'1'.padStart(22, '0')}`
    expect(started.ticket).toEqual({ provider: 'google', tx, ticket, introduction: challenge, jkt })
    // The vault must not learn the ID of the introduction.
    expect(JSON.stringify(opened)).not.toContain(id)
  })

  test('behavior: the window gets the ID of an introduction for which the gateway wants a code of its own', async () => {
    for (const second of [true, false]) {
      answers['/wallet/v1/introductions/social'] = () => ({ id, challenge, second })
      const started = await create().login.start('github')
      expect(started.ticket.second).toBe(second ? id : undefined)
      expect(JSON.stringify(requests.at(-1))).not.toContain(id)
    }
  })

  test('behavior: without an ID token the assertion alone goes to the gateway', async () => {
    answers['/v1/social/claim'] = () => ({ assertion: 'asserted', grant: 'g'.repeat(43), profile })
    const { login } = create()
    const { ticket: given, waitForResult } = await login.start('github')
    await waitForResult(noop)
    await expect(login.complete(`${site}/social?result=${given.tx}`)).rejects.toBeInstanceOf(
      ServerUnreachableError,
    )
    const { body } = requests.find(({ path }) => path.endsWith('/proof')) ?? {}
    expect(await open(body?.sealed)).toEqual({ id, jkt, assertion: 'asserted' })
  })

  test('behavior: a new account whose address has a wallet is added to it, if the visitor chooses so', async () => {
    const email = 'ada@example.com'
    answers['/v1/social/claim'] = () => ({
      ...{ assertion: 'of a new user', grant: 'n'.repeat(43), idToken: 'idt' },
      ...{ profile: { ...profile, email }, linkable: true },
    })
    const attach = vi.fn(async () => ({ assertion: 'of the owner', grant: 'o'.repeat(43) }))
    const activateGrant = vi.fn()
    const vault = { attach, activateGrant } as unknown as EnterServices['vault']
    for (const [grant, assertion] of [
      ['g'.repeat(43), 'of the owner'],
      [undefined, 'of a new user'],
    ] as const) {
      const { login } = create({ vault })
      const { ticket: given, waitForResult } = await login.start('google')
      await waitForResult(noop)
      const chooseWallet = vi.fn(async () => grant)
      const completed = login.complete(`${site}/social?result=${given.tx}`, { chooseWallet })
      await expect(completed).rejects.toBeInstanceOf(ServerUnreachableError)
      expect(chooseWallet).toHaveBeenCalledExactlyOnceWith({ provider: 'google', email })
      const { body } = requests.findLast(({ path }) => path.endsWith('/proof')) ?? {}
      expect(await open(body?.sealed)).toMatchObject({ assertion })
      if (grant) expect(attach).toHaveBeenCalledWith({ tx: given.tx, grant })
    }
    expect(attach).toHaveBeenCalledOnce()
    // At once: this device may not need the grant, but the vault the gateway's statement.
    expect(activateGrant).toHaveBeenCalledExactlyOnceWith({ grant: 'o'.repeat(43), introduced: 'introduced' })
  })

  test('error: a failure that no server answers with ends the wait', async () => {
    answers['/v1/social/wait'] = () => {
      throw new TypeError('broken')
    }
    const { waitForResult } = await create().login.start('google')
    expect(await waitForResult(noop)).toEqual({ reason: 'failed' })
  })

  test('error: a provider that is not set up', async () => {
    await expect(create().login.start('apple')).rejects.toMatchObject({ code: 'provider-off' })
    expect(requests).toEqual([])
  })

  test('behavior: waits until the visitor comes back, also while the vault is away', async () => {
    const states = ['pending', 'away', 'opened', 'busy', 'opened', 'done']
    answers['/v1/social/wait'] = () => {
      const status = states.shift()
      if (status === 'away') unreachable()
      if (status === 'busy') refuse(503, 'busy')()
      return { status }
    }
    const onOpened = vi.fn()
    const { ticket: given, waitForResult } = await create().login.start('google')
    expect(await waitForResult(onOpened)).toEqual({ uri: `${site}/social?result=${given.tx}` })
    expect(onOpened).toHaveBeenCalledTimes(2)
  })

  test.each(['refused', 'failed'] as const)(
    'behavior: %s is the reason, and nothing can be completed',
    async (reason) => {
      answers['/v1/social/wait'] = () => ({ status: reason })
      const { login } = create()
      const { ticket: given, waitForResult } = await login.start('google')
      expect(await waitForResult(noop)).toEqual({ reason })
      await expect(login.complete(`${site}/social?result=${given.tx}`)).rejects.toMatchObject({
        code: 'transaction-expired',
      })
    },
  )

  test('error: a login that the vault no longer knows, or that has expired, has failed', async () => {
    answers['/v1/social/wait'] = refuse(404, 'transaction-expired')
    expect(await (await create().login.start('google')).waitForResult(noop)).toEqual({ reason: 'failed' })
    answers['/v1/social/wait'] = () => ({ status: 'pending' })
    let time = 0
    const late = create({
      now() {
        time += 100_000
        return time
      },
    })
    expect(await (await late.login.start('google')).waitForResult(noop)).toEqual({ reason: 'failed' })
  })

  test('behavior: another login, or signing out, ends the wait of the first', async () => {
    const { login } = create()
    const first = await login.start('google')
    const second = await login.start('github')
    expect(await first.waitForResult(noop)).toBe('over')
    expect(countOf('/v1/social/wait')).toBe(0)
    login.cancel()
    expect(await second.waitForResult(noop)).toBe('over')
  })

  test('error: a login that was cancelled while it started', async () => {
    const { login } = create()
    const starting = login.start('google')
    login.cancel()
    await expect(starting).rejects.toMatchObject({ code: 'transaction-expired' })
  })

  test('error: only the URI of this login completes it, and only after its result', async () => {
    const { login } = create()
    const { ticket: given, waitForResult } = await login.start('google')
    const uri = `${site}/social?result=${given.tx}`
    await expect(login.complete(uri)).rejects.toMatchObject({ code: 'transaction-expired' })
    await waitForResult(noop)
    for (const wrong of [
      '',
      `${uri}x`,
      uri.replace(site, 'https://evil.example'),
      `${site}/social?result=tx_${'0'.repeat(22)}`,
    ])
      await expect(login.complete(wrong)).rejects.toMatchObject({ code: 'transaction-expired' })
    expect(countOf('/v1/social/claim')).toBe(0)
  })

  test('behavior: hands assertion and ID token to the gateway alone, and another attempt repeats neither', async () => {
    const { login, session } = create()
    const { ticket: given, waitForResult } = await login.start('google')
    await waitForResult(noop)
    const uri = `${site}/social?result=${given.tx}`
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(login.complete(uri)).rejects.toBeInstanceOf(ServerUnreachableError)
    const claims = requests.filter(({ path }) => path === '/v1/social/claim')
    const proofs = requests.filter(({ path }) => path.endsWith('/proof'))
    expect([claims.length, proofs.length]).toEqual([1, 1])
    expect(await open(claims[0]?.body.sealed)).toMatchObject({ tx: given.tx, jkt })
    expect(await open(proofs[0]?.body.sealed)).toEqual({ id, jkt, assertion: 'asserted', idToken: 'idt' })
    expect(session.set).not.toHaveBeenCalled()
  })

  test('error: a proof that the gateway refuses ends the login', async () => {
    answers[`/wallet/v1/introductions/${id}/proof`] = refuse(403, 'identity-mismatch')
    const { login } = create()
    const { ticket: given, waitForResult } = await login.start('google')
    await waitForResult(noop)
    const uri = `${site}/social?result=${given.tx}`
    await expect(login.complete(uri)).rejects.toMatchObject({ code: 'identity-mismatch' })
    await expect(login.complete(uri)).rejects.toMatchObject({ code: 'transaction-expired' })
  })
})

describe('a social login that returns to the page', () => {
  const returnTo = `${page.origin}/cart?item=1`
  const uri = `${site}/social?result=${'h'.repeat(43)}`

  test('behavior: another frame of the page completes it, with the handle that came back', async () => {
    const storage = memoryStorage()
    const { ticket: given } = await create({ storage }).login.start('google', { returnTo })
    expect(given.returnTo).toBe(returnTo)
    expect(requests.at(-1)).toMatchObject({ path: '/v1/social/start', body: { redirect: true } })
    const { login } = create({ storage })
    await expect(login.complete(uri)).rejects.toBeInstanceOf(ServerUnreachableError)
    const claims = () => requests.filter(({ path }) => path === '/v1/social/claim')
    expect(await open(claims()[0]?.body.sealed)).toMatchObject({ tx: given.tx, jkt, handle: 'h'.repeat(43) })
    const { body } = requests.find(({ path }) => path.endsWith('/proof')) ?? {}
    expect(await open(body?.sealed)).toEqual({ id, jkt, assertion: 'asserted', idToken: 'idt' })
    // What was used up is kept for another attempt.
    await expect(login.complete(uri)).rejects.toBeInstanceOf(ServerUnreachableError)
    expect(claims()).toHaveLength(1)
  })

  test('error: the frame that started it completes it with nothing else', async () => {
    const { login } = create()
    const { ticket: given, waitForResult } = await login.start('google', { returnTo })
    expect(await waitForResult(noop)).toEqual({ reason: 'failed' })
    const byId = `${site}/social?result=${given.tx}`
    await expect(login.complete(byId)).rejects.toMatchObject({ code: 'transaction-expired' })
    expect(countOf('/v1/social/claim')).toBe(0)
  })

  test('error: nothing is left of it after it was cancelled, or another login began', async () => {
    for (const end of [
      async (login: ReturnType<typeof create>['login']) => login.cancel(),
      async (login: ReturnType<typeof create>['login']) => void (await login.start('github')),
    ]) {
      const storage = memoryStorage()
      const { login } = create({ storage })
      await login.start('google', { returnTo })
      await end(login)
      expect(await storage.keys()).toEqual([])
      await expect(create({ storage }).login.complete(uri)).rejects.toMatchObject({
        code: 'transaction-expired',
      })
    }
    expect(countOf('/v1/social/claim')).toBe(0)
  })

  test('error: of 152 addresses of other origins, and such that look like the page’s, none is accepted', async () => {
    const hosts = ['evil.example', 'shop.example.evil.example', 'evil-shop.example', 'xn--shp-vna.example']
    const addresses = [
      ...hosts.flatMap((host) =>
        [
          '',
          '/',
          '/cart',
          '?a=https://shop.example',
          '#https://shop.example',
          ':443',
          ':8443',
          '/@shop.example',
        ].flatMap((rest) => [
          `https://${host}${rest}`,
          `http://${host}${rest}`,
          `//${host}${rest}`,
          `https:\\\\${host}${rest}`,
        ]),
      ),
      ...['https://shop.example@evil.example/', 'https://shop.example:pass@evil.example/'],
      ...[
        'https://ada@shop.example/',
        'https://ada:secret@shop.example/',
        'https://shop.example%2eevil.example/',
      ],
      ...['https://shop.example%40evil.example/', 'http://shop.example/'],
      ...[
        'https://shop.example:444/',
        'https://shop.example.:443/',
        'https://www.shop.example/',
        '',
        '/',
        'cart',
      ],
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'blob:https://shop.example/1',
        'file:///etc/passwd',
        'null',
      ],
      ...[
        'ftp://shop.example/',
        'wss://shop.example/',
        'view-source:https://shop.example/',
        ' ',
        '\0',
        'https://',
      ],
    ]
    expect(addresses).toHaveLength(152)
    const { login } = create()
    for (const wrong of addresses) {
      const starting = login.start('google', { returnTo: wrong })
      await expect(starting, wrong).rejects.toMatchObject({ code: 'return-not-allowed' })
    }
    expect(requests).toEqual([])
  })
})
