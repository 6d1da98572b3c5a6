import { createHash } from 'node:crypto'
import { formatSiwfNonce, siwfNonceFields } from '@portico/protocol/social'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeFields } from '../keys/encodeFields.ts'
import type { SealingKey } from '../keys/sealToServer.ts'
import { createFarcasterLogin } from './createFarcasterLogin.ts'
import { FarcasterRelayError, type SignedFarcasterLogin } from './createFarcasterRelay.ts'
import type { EnterServices } from './enterWallet.ts'
import { memoryStorage } from './memoryStorage.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'

const keys = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
const sealingKey = { ...(await exportJWK(keys.publicKey)), kid: 'k' } as SealingKey
const open = async (sealed: unknown) =>
  JSON.parse(new TextDecoder().decode((await compactDecrypt(`${sealed}`, keys.privateKey)).plaintext))

const jkt = 'j'.repeat(43)
const id = 'd'.repeat(43)
const challenge = 'c'.repeat(43)
const tx = `tx_${'1'.repeat(22)}`
const site = 'http://wallet.localhost:4402'
const page = { origin: 'https://shop.example', projectId: 'shop' }
const proof = { message: 'signed', signature: '0x12' }
const proofPath = `/wallet/v1/introductions/${id}/proof`
const tokens = { accessToken: 'a', refreshToken: 'r', expiresIn: 60, userId: `usr_${'u'.repeat(22)}` }

let requests: { path: string; body: Record<string, unknown> }[]
let answers: Record<string, () => unknown>
let time = 0

beforeEach(() => {
  requests = []
  time = 0
  answers = {
    '/wallet/v1/introductions/social': () => ({ id, challenge }),
    '/v1/farcaster/start': () => ({ tx, expiresAt: new Date(600_000).toISOString() }),
    '/v1/farcaster/claim': () => ({ assertion: 'asserted', grant: 'g'.repeat(43), profile: {} }),
    [proofPath]: () => ({ ...tokens, introduced: 'introduced' }),
  }
})

const unreachable = () => {
  throw new ServerUnreachableError({ server: site })
}

function create({
  status = () => ({ ...proof, username: 'ada' }),
  isOff = false,
}: {
  status?: () => SignedFarcasterLogin | 'pending'
  isOff?: boolean
} = {}) {
  const server = {
    async call({ path, body }: { path: string; body?: unknown }) {
      requests.push({ path, body: body as Record<string, unknown> })
      return (answers[path] ?? unreachable)() as never
    },
  }
  const relay = {
    open: vi.fn(async () => ({ channelToken: 'token-1', url: 'https://farcaster.example/1' })),
    readStatus: vi.fn(async () => status()),
  }
  const session = { set: vi.fn() }
  const login = createFarcasterLogin({
    keepGrant: () => {},
    services: {
      jkt,
      sealTo: sealingKey,
      vault: {} as EnterServices['vault'],
      // The wallet itself is opened as after every login: the gateway is unreachable from here on.
      gateway: { readWallet: async () => unreachable() } as unknown as EnterServices['gateway'],
      storage: memoryStorage(),
      startWorker: () => ({ run: unreachable as never, close() {} }),
      async wait(milliseconds) {
        time += milliseconds
      },
    },
    gatewayServer: server,
    vaultServer: server,
    gatewayKey: sealingKey,
    relay: isOff ? undefined : relay,
    lock: (_, work) => work(),
    tokens: { set: vi.fn() } as never,
    session: session as never,
    ...page,
    site,
    now: () => time,
  })
  return { login, relay, session }
}

const countOf = (path: string) => requests.filter((each) => each.path === path).length

describe('createFarcasterLogin', () => {
  test('behavior: asks the relay itself for a message whose nonce names the login and this key', async () => {
    const { login, relay } = create()
    expect(await login.start()).toBe('https://farcaster.example/1')
    const [introduced, started] = requests
    expect(introduced?.body.way).toBe('farcaster')
    expect(await open(introduced?.body.sealed)).toEqual({ jkt, ...page })
    expect(started).toEqual({ path: '/v1/farcaster/start', body: { challenge, ...page } })
    const digest = createHash('sha256')
      .update(encodeFields(...siwfNonceFields({ challenge, tx, jkt })))
      .digest()
    const nonce = formatSiwfNonce(digest)
    expect(relay.open).toHaveBeenCalledExactlyOnceWith({
      siweUri: site,
      domain: 'wallet.localhost:4402',
      nonce,
    })
    // The vault must not learn the ID of the introduction.
    expect(JSON.stringify(started)).not.toContain(id)
  })

  test('behavior: waits for the app, and hands the signed message encrypted to both servers', async () => {
    const states = ['pending', 'pending', { ...proof, username: 'ada' }] as const
    let asked = 0
    const { login, relay, session } = create({ status: () => states[asked++] ?? 'pending' })
    await login.start()
    await expect(login.complete()).rejects.toBeInstanceOf(ServerUnreachableError)
    expect(relay.readStatus).toHaveBeenCalledTimes(3)
    const claim = requests.find(({ path }) => path === '/v1/farcaster/claim')
    expect(await open(claim?.body.sealed)).toMatchObject({ tx, jkt, ...proof })
    const proved = requests.find(({ path }) => path === proofPath)
    expect(await open(proved?.body.sealed)).toEqual({ id, jkt, assertion: 'asserted', siwf: proof })
    expect(session.set).not.toHaveBeenCalled()
  })

  test('error: nobody confirms it within five minutes', async () => {
    const { login } = create({ status: () => 'pending' })
    await login.start()
    await expect(login.complete()).rejects.toMatchObject({ code: 'farcaster-expired' })
    expect(time).toBe(300_000)
    await expect(login.complete()).rejects.toMatchObject({ code: 'transaction-expired' })
  })

  test('error: the vault’s own expiry comes first', async () => {
    answers['/v1/farcaster/start'] = () => ({ tx, expiresAt: new Date(6_000).toISOString() })
    const { login, relay } = create({ status: () => 'pending' })
    await login.start()
    await expect(login.complete()).rejects.toMatchObject({ code: 'farcaster-expired' })
    expect(relay.readStatus).toHaveBeenCalledTimes(4)
  })

  test('error: the relay gives up the channel', async () => {
    const { login } = create({
      status() {
        throw new FarcasterRelayError()
      },
    })
    await login.start()
    await expect(login.complete()).rejects.toMatchObject({ code: 'farcaster-failed' })
    expect(countOf('/v1/farcaster/claim')).toBe(0)
  })

  test.each(['/v1/farcaster/claim', proofPath])(
    'error: %s refuses the message, which ends the login',
    async (path) => {
      answers[path] = () => {
        throw new ServerError({ type: 'about:blank', title: 'no', status: 403, code: 'proof-invalid' })
      }
      const { login } = create()
      await login.start()
      await expect(login.complete()).rejects.toMatchObject({ code: 'proof-invalid' })
      await expect(login.complete()).rejects.toMatchObject({ code: 'transaction-expired' })
    },
  )

  test('behavior: cancelled or begun again while it waits, what the app confirms later is not used', async () => {
    for (const end of ['cancel', 'start'] as const) {
      const { login } = create({
        status() {
          void login[end]()
          return { ...proof, username: 'ada' }
        },
      })
      await login.start()
      await expect(login.complete()).rejects.toMatchObject({ code: 'transaction-expired' })
    }
    expect(countOf('/v1/farcaster/claim')).toBe(0)
  })

  test('behavior: cancelled while the vault verifies it, it opens no session at the gateway', async () => {
    const { login } = create()
    const claim = answers['/v1/farcaster/claim']
    answers['/v1/farcaster/claim'] = () => {
      login.cancel()
      return claim?.()
    }
    await login.start()
    await expect(login.complete()).rejects.toMatchObject({ code: 'transaction-expired' })
    expect(countOf(proofPath)).toBe(0)
  })

  test('error: cancelled while it starts, or never started', async () => {
    const { login } = create()
    await expect(login.complete()).rejects.toMatchObject({ code: 'transaction-expired' })
    const starting = login.start()
    login.cancel()
    await expect(starting).rejects.toMatchObject({ code: 'transaction-expired' })
  })

  test('error: the operator has not set it up', async () => {
    await expect(create({ isOff: true }).login.start()).rejects.toMatchObject({ code: 'provider-off' })
    expect(requests).toEqual([])
  })
})
