import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineChain, type Endpoint, type RpcClient } from '@portico/core'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../assets/createClient.ts'
import { encodeCall } from '../transfers/encodeCall.ts'
import { encodeApprove } from './encodeApprove.ts'
import { readPermitDomain } from './readPermitDomain.ts'
import { rehearse } from './rehearse.ts'

let dataDir: string
let devnet: Devnet
let client: RpcClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-evm-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const url = devnet.chains.find(({ chainId }) => chainId === 31337)?.url ?? expect.fail()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [url] } }
  const endpoint: Endpoint = {
    network: defineChain({ id: 31337, name: 'One', nativeCurrency, rpcUrls }),
    urls: [url],
  }
  client = createClient(endpoint)
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const [one] = devnetManifest.chains
const dusd = one.tokens[0] ?? expect.fail()
const [visitor, other] = devnetManifest.accounts as unknown as readonly [
  { address: string },
  { address: string },
]
const send = (amount: bigint, to = other.address) => ({
  to: dusd.address,
  data: encodeCall('a9059cbb', [to, amount]),
  value: 0n,
})
const refuse = (method: string): RpcClient => ({
  request: (parameters) =>
    parameters.method === method ? Promise.reject(new Error(method)) : client.request(parameters),
})

describe.each([
  ['eth_simulateV1', () => refuse('eth_call')],
  ['eth_call', () => refuse('eth_simulateV1')],
])('rehearse with %s', (_, toClient) => {
  const account = visitor.address
  const tokens = [dusd.address, undefined]

  test('behavior: measures the balances of tokens and coins, and nothing happens', async () => {
    const calls = [send(5n), { to: other.address, data: '0x' as const, value: 7n }]
    for (let time = 0; time < 2; time++) {
      const result = await rehearse({ client: toClient(), account, calls, tokens })
      expect(result).toMatchObject({ isOk: true, changes: [-5n, -7n] })
    }
  })

  test('behavior: measures what somebody else gets', async () => {
    const result = await rehearse({
      client: toClient(),
      account,
      calls: [send(5n)],
      tokens,
      holder: other.address,
    })
    expect(result).toMatchObject({ isOk: true, changes: [5n, 0n] })
  })

  test('behavior: the account itself is the sender, so that its allowance counts', async () => {
    const spend = {
      to: dusd.address,
      data: encodeCall('23b872dd', [account, other.address, 3n]),
      value: 0n,
    }
    const approve = { to: dusd.address, data: encodeApprove({ spender: account, amount: 3n }), value: 0n }
    expect(await rehearse({ client: toClient(), account, calls: [spend], tokens })).toMatchObject({
      isOk: false,
    })
    const result = await rehearse({ client: toClient(), account, calls: [approve, spend], tokens })
    expect(result).toMatchObject({ isOk: true, changes: [-3n, 0n], lastWord: 1n })
  })

  test('error: one call that fails', async () => {
    const result = await rehearse({
      client: toClient(),
      account,
      calls: [send(1n), send(10n ** 40n)],
      tokens,
    })
    expect(result).toMatchObject({ isOk: false, changes: [-1n, 0n] })
  })

  test('behavior: reckons the gas as the network does', async () => {
    const { gas } =
      (await rehearse({ client: toClient(), account, calls: [send(5n)], tokens })) ?? expect.fail()
    const { to, data } = send(5n)
    const used = BigInt(
      `${await client.request({ method: 'eth_estimateGas', params: [{ from: account, to, data }] })}`,
    )
    expect(Math.abs(Number(gas - used)) / Number(used)).toBeLessThan(0.25)
  })
})

describe('rehearse', () => {
  test('error: a node that supports neither method', async () => {
    const none: RpcClient = { request: () => Promise.reject(new Error('unknown method')) }
    const calls = [send(5n)]
    expect(await rehearse({ client: none, account: visitor.address, calls, tokens: [] })).toBeUndefined()
  })

  test('error: a node that ignores the code given to an account', async () => {
    const ignoring: RpcClient = {
      request: ({ method }) =>
        method === 'eth_call' ? Promise.resolve('0x') : Promise.reject(new Error('unknown method')),
    }
    const calls = [send(5n)]
    expect(await rehearse({ client: ignoring, account: visitor.address, calls, tokens: [] })).toBeUndefined()
  })
})

describe('readPermitDomain', () => {
  const read = (token: string, chainId = 31337, from: RpcClient = client) =>
    readPermitDomain({ client: from, chainId, token, owner: visitor.address })

  test('behavior: is the one that gives the separator of the token', async () => {
    expect(await read(dusd.address)).toEqual({ name: dusd.name, version: '1', nonce: 0n })
  })

  test('error: another network, a contract without permits, an account without code', async () => {
    expect(await read(dusd.address, 1)).toBeUndefined()
    expect(await read(one.contracts.guestbook)).toBeUndefined()
    expect(await read(other.address)).toBeUndefined()
  })

  test('error: a token whose permits have other fields, as those of DAI', async () => {
    const dai = '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb'
    const asDai: RpcClient = {
      async request(parameters) {
        const { data } = ((parameters.params as [{ data?: string }])[0] ?? {}) as { data?: string }
        return data === '0x30adf81f' ? dai : client.request(parameters)
      },
    }
    expect(await read(dusd.address, 31337, asDai)).toBeUndefined()
  })

  test('error: an account with code, whose signatures tokens may not accept', async () => {
    const owner = one.contracts.smartWallet
    expect(await readPermitDomain({ client, chainId: 31337, token: dusd.address, owner })).toBeUndefined()
  })
})
