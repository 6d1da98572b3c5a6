import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppClient, viemConnector } from '@farcaster/auth-client'
import { type Devnet, startChains } from '@portico/devnet'
import { createIdentityServer, type IdentityServer, registerLocalClients } from '@portico/devnet/identity'
import { devnetManifest } from '@portico/devnet/manifest'
import { formatSiwfNonce, siwfNonceFields } from '@portico/protocol/social'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeFields } from '../keys/encodeFields.ts'
import type { SealingKey } from '../keys/sealToServer.ts'
import { createFarcasterLogin } from './createFarcasterLogin.ts'
import { createFarcasterRelay } from './createFarcasterRelay.ts'
import type { EnterServices } from './enterWallet.ts'
import { memoryStorage } from './memoryStorage.ts'

// The frame's login against the local relay, app and registries; Farcaster's own client verifies what the vault would get.

const { farcaster, chains } = devnetManifest
const site = 'http://wallet.localhost:4402'
const challenge = 'c'.repeat(43)
const jkt = 'j'.repeat(43)
const tx = `tx_${'1'.repeat(22)}`
let dataDir: string
let devnet: Devnet
let identity: IdentityServer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  identity = await createIdentityServer({
    port: 0,
    clients: registerLocalClients({ walletOrigin: site }),
  })
})
afterAll(async () => {
  await identity?.close()
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Presses the button of an account on the page that the address of a login opens. */
async function confirm(url: string, person: string): Promise<void> {
  const page = await (await fetch(url)).text()
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? expect.fail()
  const { ok } = await fetch(new URL(action, url), {
    method: 'POST',
    body: new URLSearchParams({ person }),
  })
  expect(ok).toBe(true)
}

describe('createFarcasterLogin', () => {
  test('behavior: what the app signs is for this wallet, this login and this key, as Farcaster’s own client verifies', async () => {
    const keys = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
    const key = { ...(await exportJWK(keys.publicKey)), kid: 'k' } as SealingKey
    let sealed = ''
    const server = {
      async call({ path, body }: { path: string; body?: unknown }) {
        if (path.endsWith('/social')) return { id: 'd'.repeat(43), challenge } as never
        if (path.endsWith('/start'))
          return { tx, expiresAt: new Date(Date.now() + 60_000).toISOString() } as never
        sealed = (body as { sealed: string }).sealed
        throw new Error('claimed')
      },
    }
    const relay = `${identity.url}${farcaster.path}`
    const login = createFarcasterLogin({
      keepGrant: () => {},
      services: {
        jkt,
        sealTo: key,
        storage: memoryStorage(),
        startWorker: () => ({ run: expect.fail as never, close() {} }),
        wait: () => new Promise((resolve) => setTimeout(resolve, 10)),
      } as Partial<EnterServices> as EnterServices,
      gatewayServer: server,
      vaultServer: server,
      gatewayKey: key,
      relay: createFarcasterRelay({ url: relay, fetch }),
      lock: (_, work) => work(),
      tokens: {} as never,
      session: {} as never,
      origin: 'https://shop.example',
      projectId: 'shop',
      site,
      now: Date.now,
    })
    const url = await login.start()
    const claimed = expect(login.complete()).rejects.toThrow('claimed')
    await confirm(url, 'ada')
    await claimed
    const { plaintext } = await compactDecrypt(sealed, keys.privateKey)
    const { message, signature } = JSON.parse(new TextDecoder().decode(plaintext))

    const chain = chains.find(({ caip2 }) => caip2 === farcaster.chain)
    const rpcUrl = devnet.chains.find(({ chainId }) => chainId === chain?.chainId)?.url ?? expect.fail()
    const fields = encodeFields(...siwfNonceFields({ challenge, tx, jkt }))
    const nonce = formatSiwfNonce(createHash('sha256').update(fields).digest())
    const client = createAppClient({ relay, ethereum: viemConnector({ rpcUrl }) })
    const verified = await client.verifySignInMessage({
      nonce,
      domain: new URL(site).host,
      message,
      signature,
      acceptAuthAddress: true,
    })
    expect(verified).toMatchObject({ isError: false, success: true, fid: 1001, data: { uri: site } })
  }, 60_000)
})
