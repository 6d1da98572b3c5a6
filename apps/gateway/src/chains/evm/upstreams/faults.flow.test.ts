import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../../../testing/createTestApp.ts'
import {
  everyNth,
  halves,
  hangs,
  saysHtml,
  saysStatus,
  staysAt,
  takes,
  through,
  truncates,
} from '../../../testing/faults.ts'
import { type Anvil, startAnvil } from '../../../testing/startAnvil.ts'
import { type Behaviour, deadUrl, startUpstream } from '../../../testing/startUpstream.ts'

const chain = 'eip155:31337'
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_mine', ['0x28'])
}, 60_000)
afterAll(() => anvil.stop())

/** Creates a gateway over a faulty upstream, which comes first, and a healthy one. */
async function gateway(bad: { behave: Behaviour; chainId?: string } | 'dead') {
  const url = bad === 'dead' ? await deadUrl() : (await startUpstream(bad)).url
  const good = await startUpstream({ behave: through(anvil) })
  return createTestApp({ rpcUrls: { [chain]: [url, good.url] } })
}

/** Sends `calls` requests, ten at a time, and returns the unexpected answers. */
async function load(
  rpc: (body: unknown) => Promise<Response>,
  calls: number,
  request: (index: number) => { method: string; params: unknown[] },
  expected: (index: number) => unknown,
): Promise<unknown[]> {
  const wrong: unknown[] = []
  let next = 0
  async function caller() {
    while (next < calls) {
      const id = next++
      const response = await rpc({ jsonrpc: '2.0', id, ...request(id) })
      const answer = (await response.json()) as { id: number; result?: unknown }
      if (response.status !== 200 || answer.id !== id || answer.result !== expected(id))
        wrong.push([response.status, answer])
    }
  }
  await Promise.all(Array.from({ length: 10 }, caller))
  return wrong
}

const account = (index: number) => `0x${(index + 0xabc000).toString(16).padStart(40, '0')}`
const balanceOf = (index: number) => ({ method: 'eth_getBalance', params: [account(index), 'latest'] })

describe('a faulty upstream and a healthy one', () => {
  test.each<[string, () => { behave: Behaviour; chainId?: string } | 'dead']>([
    ['dead', () => 'dead'],
    ['slow', () => ({ behave: takes(3000, through(anvil)) })],
    ['silent', () => ({ behave: hangs })],
    ['throttled', () => ({ behave: saysStatus(429) })],
    ['throttled with Retry-After', () => ({ behave: saysStatus(429, { 'retry-after': '2' }) })],
    [
      'throttled until a date',
      () => ({ behave: saysStatus(429, { 'retry-after': new Date(Date.now() + 3000).toUTCString() }) }),
    ],
    ['one of ten throttled', () => ({ behave: everyNth(10, saysStatus(429), through(anvil)) })],
    ['one of ten failing', () => ({ behave: everyNth(10, saysStatus(500), through(anvil)) })],
    ['on another chain', () => ({ chainId: '0x1', behave: through(anvil) })],
    ['cutting answers off', () => ({ behave: truncates })],
    ['ending answers early', () => ({ behave: halves })],
    ['answering HTML', () => ({ behave: saysHtml })],
  ])(
    'behavior: %s: no client sees an error',
    async (_, bad) => {
      const { rpc } = await gateway(bad())
      expect(await load(rpc, 300, balanceOf, () => '0x0')).toEqual([])
    },
    60_000,
  )

  test('behavior: far behind: no client gets outdated results', async () => {
    const { rpc } = await gateway({ behave: staysAt(10, through(anvil)) })
    const head = Number(await anvil.rpc('eth_blockNumber'))
    const newest = (calls: number) =>
      load(
        rpc,
        calls,
        () => ({ method: 'eth_blockNumber', params: [] }),
        () => `0x${head.toString(16)}`,
      )
    // The first request waits at most 250 ms for height probes, which may not be enough on a busy machine.
    await vi.waitFor(async () => expect(await newest(1)).toEqual([]))
    expect(await newest(200)).toEqual([])
    const balance = { method: 'eth_getBalance', params: [account(1), `0x${head.toString(16)}`] }
    expect(
      await load(
        rpc,
        100,
        () => balance,
        () => '0x0',
      ),
    ).toEqual([])
    const response = await rpc({
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [`0x${head.toString(16)}`, false],
    })
    expect(await response.json()).toMatchObject({ result: { number: `0x${head.toString(16)}` } })
  }, 60_000)

  test('behavior: a transaction is sent once, and found', async () => {
    const { rpc } = await gateway({ behave: saysStatus(503) })
    const { privateKeyToAccount } = await import('viem/accounts')
    const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const raw = await signer.signTransaction({
      chainId: 31337,
      nonce: 0,
      to: '0x00000000000000000000000000000000000000aa',
      value: 5n,
      gas: 21000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    const send = { id: 1, method: 'eth_sendRawTransaction', params: [raw] }
    const sent = (await (await rpc(send)).json()) as { result: string }
    const again = (await (await rpc(send)).json()) as { result: string }
    expect(again.result).toBe(sent.result)
    const receipt = { id: 2, method: 'eth_getTransactionReceipt', params: [sent.result] }
    await vi.waitFor(
      async () => expect(await (await rpc(receipt)).json()).toMatchObject({ result: { status: '0x1' } }),
      { timeout: 20_000, interval: 50 },
    )
    // After the receipt, the balance is up to date, even though the new head is reported later.
    const balance = {
      id: 3,
      method: 'eth_getBalance',
      params: ['0x00000000000000000000000000000000000000aa', 'latest'],
    }
    expect(await (await rpc(balance)).json()).toMatchObject({ result: '0x5' })
  }, 60_000)
})

describe('a reorganisation of three blocks', () => {
  test('behavior: replaced blocks are read again', async () => {
    const node = await startUpstream({ behave: through(anvil) })
    const { rpc, services } = await createTestApp({ rpcUrls: { [chain]: [node.url, anvil.url] } })
    const ask = async (method: string, ...params: unknown[]) =>
      ((await (await rpc({ id: 1, method, params })).json()) as { result: unknown }).result as never
    await ask('eth_blockNumber')
    await vi.waitFor(() => expect(services.heads.get(chain)?.current()).toBeDefined(), { timeout: 20_000 })
    const head = Number(await anvil.rpc('eth_blockNumber'))
    const numbers = [head - 4, head - 3, head - 2, head - 1, head].map((number) => `0x${number.toString(16)}`)
    const hashes = () =>
      Promise.all(
        numbers.map(
          async (number) => ((await ask('eth_getBlockByNumber', number, false)) as { hash: string }).hash,
        ),
      )
    const before = await hashes()
    expect(await hashes()).toEqual(before)
    await anvil.rpc('anvil_reorg', [3, []])
    await anvil.rpc('anvil_mine', ['0x1'])
    const truth = async () =>
      Promise.all(
        numbers.map(
          async (number) =>
            ((await anvil.rpc('eth_getBlockByNumber', [number, false])) as { hash: string }).hash,
        ),
      )
    const after = await truth()
    expect(after.slice(2)).not.toContain(before[2])
    await vi.waitFor(async () => expect(await hashes()).toEqual(after), { timeout: 30_000, interval: 50 })
    expect(Number(await ask('eth_blockNumber'))).toBe(head + 1)
  }, 60_000)
})
