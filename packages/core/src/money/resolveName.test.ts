import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResolveResponse } from '@portico/protocol/gateway'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ada, bob, testKit } from '../testing/index.ts'
import type { NameClaim } from './NamespaceTransfers.ts'
import { planSend } from './planSend.ts'
import { resolveName } from './resolveName.ts'

const found: ResolveResponse = { name: 'bob.eth', address: bob, source: 'ens', coinType: 60 }
const customUrls = [{ url: 'https://node.example' }]

async function setup({
  answer = {},
  isContradicted = false,
  hasUrls = true,
}: {
  answer?: Partial<ResolveResponse>
  isContradicted?: boolean
  hasUrls?: boolean
} = {}) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify({ ...found, ...answer }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { kit, fake } = testKit({
    gatewayUrl,
    ...(hasUrls && { customRpcUrls: { 'eip155:1': customUrls } }),
  })
  onTestFinished(kit.destroy)
  const claims: NameClaim[] = []
  const { transfers } = fake.transfers
  Object.assign(transfers, {
    toNameRecord: ({ address }: { address: string }) => ({ coinTypes: [60], bytes: address.toLowerCase() }),
    isNameContradicted: async (claim: NameClaim) => {
      claims.push(claim)
      return isContradicted
    },
  })
  const resolve = () => resolveName(kit, { name: 'Bob.ETH', networkId: 'eip155:1', transfers })
  return { kit, transfers, resolve, claims, gatewayUrl }
}

describe('resolveName', () => {
  test('behavior: Ethereum is asked through the application’s own URL, and agrees', async () => {
    const { resolve, claims, gatewayUrl } = await setup()
    expect(await resolve()).toEqual(found)
    const expected = { coinTypes: [60], bytes: bob.toLowerCase() }
    expect(claims).toEqual([{ name: 'Bob.ETH', found, expected, customUrls, gatewayUrl }])
  })

  test('error: an answer that Ethereum contradicts is none', async () => {
    const { resolve } = await setup({ isContradicted: true })
    await expect(resolve()).rejects.toMatchObject({ code: 'name-contradicted' })
  })

  test('behavior: without a URL of the application, Ethereum is not asked', async () => {
    const { resolve, claims } = await setup({ isContradicted: true, hasUrls: false })
    expect(await resolve()).toEqual(found)
    expect(claims).toEqual([])
  })

  test('behavior: what nobody can be paid at on the network is no address', async () => {
    const { resolve } = await setup({ answer: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' } })
    expect(await resolve()).toBeUndefined()
  })
})

describe('planSend', () => {
  test.each([
    ['that Ethereum contradicts', { isContradicted: true }, 'name-contradicted'],
    ['that has another address by now', { answer: { address: ada } }, 'name-changed'],
  ])('error: a name %s is not paid', async (_, options, code) => {
    const { kit, transfers } = await setup(options)
    const transfer = { from: ada, to: bob, amount: 1n }
    const plan = planSend(kit, {
      ...{ transfers, transfer, networkId: 'eip155:1' as const, name: 'bob.eth' },
      isMaximum: false,
    })
    await expect(plan).rejects.toMatchObject({ code })
  })
})
