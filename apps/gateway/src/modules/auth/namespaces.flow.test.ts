import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { devnetManifest } from '@portico/devnet/manifest'
import type { SessionResponse, SessionsResponse } from '@portico/protocol/gateway'
import { createMessage } from '@portico/siwx'
import { base58, base64, hex } from '@scure/base'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { deadUrl } from '../../testing/startUpstream.ts'

const origin = 'http://localhost:4400'
const { solana, bitcoin } = devnetManifest
const keyOf = (privateKey: string) => hex.decode(privateKey.slice(2))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const evm = privateKeyToAccount(generatePrivateKey())

type Signer = { chainId: string; address: string; sign(message: string): Promise<string> }
const signers = {
  eip155: { chainId: 'eip155:31337', address: evm.address, sign: (message) => evm.signMessage({ message }) },
  solana: {
    chainId: solana.caip2,
    address: solana.accounts[0].address,
    sign: async (message) =>
      base58.encode(ed25519.sign(Buffer.from(message), keyOf(solana.accounts[0].privateKey))),
  },
  bip122: {
    chainId: bitcoin.caip2,
    address: bitcoin.accounts[0].payment.address,
    async sign(message) {
      const text = Buffer.from(message)
      const length = text.length < 253 ? [text.length] : [253, text.length & 255, text.length >> 8]
      const whole = Buffer.concat([
        Buffer.from('\x18Bitcoin Signed Message:\n'),
        Uint8Array.from(length),
        text,
      ])
      const bytes = secp256k1.sign(sha256(sha256(whole)), keyOf(bitcoin.accounts[0].payment.privateKey), {
        prehash: false,
        format: 'recovered',
      })
      // BIP-137: the header byte of P2WPKH is 39 plus the recovery ID.
      return base64.encode(Uint8Array.of(39 + (bytes[0] as number), ...bytes.subarray(1)))
    },
  },
} satisfies Record<string, Signer>

async function gateway(): Promise<TestApp> {
  const dead = await deadUrl()
  return createTestApp({
    rpcUrls: { 'eip155:31337': [dead], [solana.caip2]: [dead] },
    env: { ESPLORA_URLS: JSON.stringify({ [bitcoin.caip2]: [dead] }) },
  })
}

async function send(
  app: TestApp,
  signer: Signer,
  {
    session,
    change = (text: string) => text,
  }: {
    session?: string | undefined
    change?: (text: string) => string
  } = {},
) {
  const { nonce, token } = (await (await app.get('/auth/v1/nonce', { origin })).json()) as {
    nonce: string
    token: string
  }
  const message = createMessage({
    domain: 'localhost:4400',
    address: signer.address,
    uri: origin,
    version: '1',
    chainId: signer.chainId as 'eip155:1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const path = session === undefined ? 'authenticate' : 'link'
  const response = await app.app.request(`/auth/v1/${path}?projectId=local`, {
    method: 'POST',
    headers: {
      origin,
      'x-nonce-jwt': `Bearer ${token}`,
      ...(session ? { authorization: `Bearer ${session}` } : {}),
    },
    body: JSON.stringify({ message, signature: await signer.sign(change(message)) }),
  })
  return { status: response.status, ...((await response.json()) as { token: string; code?: string }) }
}

const accountOf = ({ chainId, address }: Signer) => `${chainId}:${address}`
const bearer = (token: string) => ({ origin, authorization: `Bearer ${token}` })
const me = async (app: TestApp, token: string) =>
  (await (await app.get('/auth/v1/me', bearer(token))).json()) as SessionResponse
const sessions = async (app: TestApp, token: string) =>
  ((await (await app.get('/auth/v1/sessions', bearer(token))).json()) as SessionsResponse).data
const end = async (app: TestApp, token: string, id: string) =>
  (
    await app.app.request(`/auth/v1/sessions/${id}?projectId=local`, {
      method: 'DELETE',
      headers: bearer(token),
    })
  ).status

describe('sessions of several namespaces', () => {
  test.each(Object.entries(signers))(
    'behavior: %s signs in; a signature of another text is refused',
    async (_, signer) => {
      const app = await gateway()
      const { status, token } = await send(app, signer)
      expect(status).toBe(200)
      expect(await me(app, token)).toMatchObject({
        address: signer.address,
        chainId: signer.chainId,
        accounts: [accountOf(signer)],
      })
      expect((await send(app, signer, { change: (text) => `${text}.` })).status).toBe(401)
    },
  )

  test('behavior: one session holds several accounts; any of them lists and revokes the sessions', async () => {
    const app = await gateway()
    const first = await send(app, signers.eip155)
    const alone = await send(app, signers.solana)
    await send(app, signers.solana, { session: first.token })
    const linked = await send(app, signers.bip122, { session: first.token })
    expect(linked.status).toBe(200)
    const accounts = Object.values(signers).map(accountOf)
    for (const token of [first.token, linked.token])
      expect(new Set((await me(app, token)).accounts)).toEqual(new Set(accounts))
    expect(await me(app, linked.token)).toMatchObject({ caipAddress: accounts[0] })
    // Linking the same account again changes nothing.
    await send(app, signers.bip122, { session: first.token })
    expect((await me(app, first.token)).accounts).toHaveLength(3)

    expect(await sessions(app, first.token)).toHaveLength(2)
    const seen = await sessions(app, alone.token)
    expect(seen).toHaveLength(2)
    const other = seen.find((session) => session.accounts.length === 3)
    expect(await end(app, alone.token, other?.id ?? '')).toBe(204)
    expect((await app.get('/auth/v1/me', bearer(linked.token))).status).toBe(401)
    expect(await sessions(app, alone.token)).toHaveLength(1)
  })

  test('error: refuses to link without a session, to a revoked one, or with an invalid signature', async () => {
    const app = await gateway()
    const { token } = await send(app, signers.eip155)
    expect(await send(app, signers.solana, { session: 'x.y.z' })).toMatchObject({ status: 401 })
    expect(await send(app, signers.solana, { session: token, change: (text) => `${text}.` })).toMatchObject({
      status: 401,
      code: 'signature-invalid',
    })
    const stranger = await send(app, signers.bip122)
    const { id } = await me(app, token)
    expect(await end(app, stranger.token, id)).toBe(404)
    expect(await end(app, token, id)).toBe(204)
    expect(await send(app, signers.solana, { session: token })).toMatchObject({
      status: 401,
      code: 'session-revoked',
    })
  })
})
