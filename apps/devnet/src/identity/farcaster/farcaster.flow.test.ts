import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppClient, createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client'
import { privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devnetManifest } from '../../manifest.ts'
import { type Devnet, startChains } from '../../startChains.ts'
import { setSwitches } from '../testing/setSwitches.ts'
import { startServer } from '../testing/startServer.ts'
import { pressButton } from './testing/pressButton.ts'

// The unmodified client of Farcaster, with its own connector, against the relay, the app and the registries of Local One.

const { farcaster, chains } = devnetManifest
const request = {
  siweUri: 'http://wallet.localhost:4402',
  domain: 'wallet.localhost:4402',
  nonce: 'abcdefgh234567abcdefgh234567abcd',
}
let dataDir: string
let devnet: Devnet
let rpcUrl: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const chain = chains.find(({ caip2 }) => caip2 === farcaster.chain)
  rpcUrl = devnet.chains.find(({ chainId }) => chainId === chain?.chainId)?.url ?? expect.fail()
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function connect(base: string): AppClient {
  return createAppClient({ relay: `${base}${farcaster.path}`, ethereum: viemConnector({ rpcUrl }) })
}

/** Logs in as a person; returns what the relay answers. */
async function logIn(client: AppClient, person: string, changes: object = {}) {
  const { data: channel } = await client.createChannel({ ...request, ...changes })
  await pressButton({ url: channel.url, button: person })
  const { data, response } = await client.status({ channelToken: channel.channelToken })
  expect(response.status).toBe(200)
  return data
}

/** Verifies an answer of the relay with the registries. */
function verify(
  client: AppClient,
  { message = '', signature = '0x' }: { message?: string; signature?: `0x${string}` },
) {
  const { nonce, domain } = request
  return client.verifySignInMessage({ nonce, domain, message, signature, acceptAuthAddress: true })
}

describe('@farcaster/auth-client', () => {
  test.each(farcaster.accounts)(
    'behavior: $username logs in with the custody address',
    async ({ person, fid, username, custody }) => {
      const client = connect(await startServer())
      const answer = await logIn(client, person)
      expect(answer).toMatchObject({
        state: 'completed',
        nonce: request.nonce,
        ...{ fid, username, custody: custody.address, authMethod: 'custody' },
        signatureParams: request,
      })
      expect(await verify(client, answer)).toMatchObject({
        ...{ isError: false, success: true, fid, authMethod: 'custody' },
        data: {
          address: custody.address,
          chainId: 10,
          domain: request.domain,
          uri: request.siweUri,
          nonce: request.nonce,
          resources: [`farcaster://fid/${fid}`],
        },
      })
    },
  )

  test('behavior: an auth address signs where the switch says so and the application accepts it', async () => {
    const base = await startServer()
    await setSwitches(base, { farcaster: { signer: 'authAddress' } })
    const client = connect(base)
    const { fid, custody, authAddress } = farcaster.accounts[1] ?? expect.fail()
    const answer = await logIn(client, 'ben')
    expect(answer.authMethod).toBe('authAddress')
    expect(await verify(client, answer)).toMatchObject({
      ...{ isError: false, fid, authMethod: 'authAddress', data: { address: authAddress.address } },
    })
    const refused = await logIn(client, 'ben', { acceptAuthAddress: false })
    expect(refused).toMatchObject({ acceptAuthAddress: false, authMethod: 'custody' })
    expect(parseSiweMessage(refused.message ?? '').address).toBe(custody.address)
  })

  test('behavior: the times and the request ID of the channel are signed', async () => {
    const client = connect(await startServer())
    const changes = {
      notBefore: '2026-01-01T00:00:00.000Z',
      expirationTime: new Date(Date.now() + 60_000).toISOString(),
      requestId: 'request-1',
    }
    const answer = await logIn(client, 'ada', changes)
    const message = parseSiweMessage(answer.message ?? '')
    expect(message.notBefore?.toISOString()).toBe(changes.notBefore)
    expect(message.expirationTime?.toISOString()).toBe(changes.expirationTime)
    expect(message.requestId).toBe(changes.requestId)
    expect(await verify(client, answer)).toMatchObject({ isError: false })
  })

  test.each([
    ['nonce', 'Invalid nonce'],
    ['domain', 'Invalid domain'],
    ['fid', 'is not an auth address or owner of fid 1002'],
  ])('error: a wrong %s is refused', async (lie, reason) => {
    const base = await startServer()
    await setSwitches(base, { farcaster: { lie } })
    const client = connect(base)
    const answer = await logIn(client, 'ada')
    const { isError, error } = await verify(client, answer)
    expect(isError).toBe(true)
    expect(error?.message).toContain(reason)
  })

  test('behavior: Cancel leaves the channel pending, and the client stops waiting at its timeout', async () => {
    const client = connect(await startServer())
    const { data: channel } = await client.createChannel(request)
    const { page } = await pressButton({ url: channel.url, button: 'yes' })
    expect(page).toContain('You cancelled')
    const { channelToken } = channel
    const { response, data } = await client.status({ channelToken })
    expect(response.status).toBe(202)
    expect(data).toMatchObject({ state: 'pending', nonce: request.nonce, signatureParams: request })
    expect(data).not.toHaveProperty('message')
    const { isError, error } = await client.watchStatus({ channelToken, timeout: 100, interval: 20 })
    expect(isError).toBe(true)
    expect(error?.message).toBe('Polling timed out after 100ms')
  })

  test('behavior: an answer is given once, and its channel cannot be used again', async () => {
    const client = connect(await startServer())
    const { data: channel } = await client.createChannel(request)
    await pressButton({ url: channel.url, button: 'ada' })
    const { channelToken } = channel
    expect((await client.watchStatus({ channelToken })).data.fid).toBe(1001)
    const { response, data } = await client.status({ channelToken })
    expect(response.status).toBe(401)
    expect(data).toEqual({ error: 'Unauthorized' })
    const reopened = await fetch(channel.url)
    expect(reopened.status).toBe(404)
    expect(await reopened.text()).toContain('This login has ended')
  })

  test('behavior: the wallet client of an app authenticates with the key of the relay', async () => {
    const base = await startServer()
    const client = connect(base)
    const app = createWalletClient({
      relay: `${base}${farcaster.path}`,
      ethereum: viemConnector({ rpcUrl }),
    })
    const { fid, custody } = farcaster.accounts[0] ?? expect.fail()
    const { data: channel } = await client.createChannel(request)
    const { channelToken } = app.parseSignInURI({ uri: channel.url })
    const { siweUri: uri, domain, nonce } = request
    const { message } = app.buildSignInMessage({ address: custody.address, fid, uri, domain, nonce })
    const signature = await privateKeyToAccount(custody.privateKey).signMessage({ message })
    const answer = { channelToken, message, signature, fid, username: 'ada' }
    const refused = await app.authenticate({ ...answer, authKey: 'guessed' })
    expect(refused.response.status).toBe(401)
    expect((await client.status({ channelToken })).data.state).toBe('pending')
    const accepted = await app.authenticate({ ...answer, authKey: farcaster.relayKey })
    expect(accepted.response.status).toBe(201)
    expect(accepted.data).toMatchObject({ state: 'completed', custody: custody.address })
    const status = await client.status({ channelToken })
    expect(await verify(client, status.data)).toMatchObject({ isError: false, fid })
  })
})
