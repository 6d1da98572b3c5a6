import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineChain, type Endpoint, type SentTransaction, type Transfer } from '@portico/core'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TransactionRequest } from './planTransfer.ts'
import { transfers } from './transfers.ts'

// A node in front of the local one, whose answers a test replaces: nodes may know less, be late, or lie.

type Answer = { result: unknown } | { error: { code: number; message: string } }
/** Replaces the answer to a request; undefined passes it on. */
let answer: (method: string, params: unknown[]) => Answer | undefined
let devnet: Devnet
let dataDir: string
let server: Server
let url: string
let endpoint: Endpoint

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-evm-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  url = devnet.chains.find(({ chainId }) => chainId === 31337)?.url ?? expect.fail()
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Request | Request[]
    const reply = Array.isArray(body) ? await Promise.all(body.map(respond)) : await respond(body)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const http = [`http://127.0.0.1:${port}`]
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const network = defineChain({ id: 31337, name: 'One', nativeCurrency, rpcUrls: { default: { http } } })
  endpoint = { network, urls: http }
}, 180_000)
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  answer = () => undefined
})

type Request = { id: number; method: string; params?: unknown[] }
async function respond({ id, method, params = [] }: Request): Promise<object> {
  return { ...(answer(method, params) ?? (await ask(method, params))), jsonrpc: '2.0', id }
}
async function ask(method: string, params: unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return (await response.json()) as Answer
}
const call = async (method: string, ...params: unknown[]) => {
  const response = await ask(method, params)
  return 'result' in response ? response.result : expect.fail(response.error.message)
}

const dusd = devnetManifest.chains[0].tokens[0] ?? expect.fail()
const visitor = devnetManifest.accounts.find(({ role }) => role === 'visitor')?.address ?? expect.fail()
const stranger = '0x1234567890AbcdEF1234567890aBcdef12345678'
const plan = (
  part: Partial<Transfer> = {},
  options: { isMaximum?: boolean; speed?: 'slow' | 'standard' | 'fast' } = {},
) => {
  const transfer = { from: visitor, to: stranger, amount: 1000n, ...part }
  return transfers.plan({ ...endpoint, provider: undefined, transfer, ...options })
}
const fails = (code: number, message: string): Answer => ({ error: { code, message } })
const isRehearsal = (method: string, params: unknown[]) =>
  method === 'eth_simulateV1' || (method === 'eth_call' && params.length === 3)
const gwei = 10n ** 9n
const hex = (value: bigint) => `0x${value.toString(16)}`

describe('plan', () => {
  test('behavior: a node that cannot tell whether a transfer succeeds is said to', async () => {
    answer = (method, params) =>
      method === 'eth_estimateGas' || isRehearsal(method, params)
        ? fails(-32601, 'no such method')
        : undefined
    expect(await plan()).toMatchObject({ notes: ['not-simulated'] })
    const token = await plan({ token: dusd.address })
    expect(token).toMatchObject({ notes: ['not-simulated'] })
    expect([token.refusal, token.gets]).toEqual([undefined, undefined])
    expect(token.fee).toBeGreaterThan(0n)
  })

  test('behavior: a node that refuses to replace code still estimates', async () => {
    answer = (method, params) =>
      isRehearsal(method, params) ? fails(-32602, 'too many arguments') : undefined
    const { gets, refusal, notes } = await plan({ token: dusd.address })
    expect([gets, refusal, notes]).toEqual([undefined, undefined, []])
  })

  test('error: decimals that are not the token’s are refused, whoever says them', async () => {
    expect((await plan({ token: dusd.address, decimals: 6 })).refusal).toBeUndefined()
    for (const decimals of [0, 5, 7, 18])
      expect((await plan({ token: dusd.address, decimals })).refusal).toBe('not-transferable')
    // A token without `decimals()` has none.
    const plain = `0x${'fd'.repeat(20)}`
    await call('anvil_setCode', plain, '0x600160005260206000f3')
    answer = (_, [request]) =>
      (request as { data?: string } | undefined)?.data === '0x313ce567' ? { result: '0x' } : undefined
    expect((await plan({ token: plain, decimals: 18 })).refusal).toBe('not-transferable')
  })

  test.each(['eth_getCode', 'eth_getBalance', 'eth_getBlockByNumber'])(
    'error: without an answer to %s there is no plan',
    async (refused) => {
      answer = (method) => (method === refused ? fails(-32601, 'no such method') : undefined)
      await expect(plan()).rejects.toMatchObject({ name: 'RpcError' })
    },
  )

  test.each(['12', '0x', '-0x1', 12, null, `0x${'f'.repeat(65)}`, { a: 1 }])(
    'error: %j is no price and no balance',
    async (value) => {
      for (const method of ['eth_maxPriorityFeePerGas', 'eth_getBalance']) {
        answer = (asked) => (asked === method ? { result: value } : undefined)
        await expect(plan()).rejects.toMatchObject({ rpcCode: -32603 })
      }
    },
  )

  test('behavior: the tip of a speed is the median of its percentile, empty blocks left out', async () => {
    const asked: unknown[] = []
    answer = (method, params) => {
      if (method === 'eth_getBlockByNumber') return { result: { baseFeePerGas: hex(10n * gwei) } }
      if (method !== 'eth_feeHistory') return undefined
      asked.push(params)
      const tips = [5n, 0n, 1n, 0n, 3n].map((tip) => [hex(tip * gwei)])
      return { result: { oldestBlock: '0x1', reward: tips } }
    }
    const { request, fee } = await plan({}, { speed: 'fast' })
    expect(request).toMatchObject({ maxFeePerGas: hex(23n * gwei), maxPriorityFeePerGas: hex(3n * gwei) })
    expect(fee).toBe(21_000n * 23n * gwei)
    expect(asked).toEqual([['0xa', 'latest', [90]]])
    await plan({}, { speed: 'slow' })
    await plan({}, { speed: 'standard' })
    expect(asked.slice(1)).toEqual([
      ['0xa', 'latest', [10]],
      ['0xa', 'latest', [50]],
    ])
  })

  test('behavior: a network whose blocks were empty has the tip that the node suggests', async () => {
    answer = (method) => {
      if (method === 'eth_maxPriorityFeePerGas') return { result: hex(2n * gwei) }
      return method === 'eth_feeHistory' ? { result: { reward: [['0x0'], ['0x0']] } } : undefined
    }
    const { request } = await plan({}, { speed: 'standard' })
    expect(request).toMatchObject({ maxPriorityFeePerGas: hex(2n * gwei) })
  })

  test('behavior: a network without a base fee has one price', async () => {
    answer = (method) => {
      if (method === 'eth_getBlockByNumber') return { result: { number: '0x1' } }
      return method === 'eth_gasPrice' ? { result: hex(7n * gwei) } : undefined
    }
    const { request, fee } = await plan({}, { speed: 'fast' })
    expect(request).toEqual({ from: visitor, to: stranger, value: '0x3e8', gasPrice: hex(7n * gwei) })
    expect(fee).toBe(21_000n * 7n * gwei)
  })
})

describe('getMaximum', () => {
  test('behavior: the maximum and its fee never exceed the balance, for all prices, before and after', async () => {
    const price = fc.bigInt({ min: 0n, max: 500n * gwei })
    const balances = fc.bigInt({ min: 0n, max: 10n ** 18n })
    await fc.assert(
      fc.asyncProperty(balances, price, price, price, async (balance, base, tip, later) => {
        let current = base
        answer = (method) => {
          if (method === 'eth_getBlockByNumber') return { result: { baseFeePerGas: hex(current) } }
          if (method === 'eth_maxPriorityFeePerGas') return { result: hex(tip) }
          return method === 'eth_getBalance' ? { result: hex(balance) } : undefined
        }
        const amount = await transfers.getMaximum({
          ...endpoint,
          provider: undefined,
          from: visitor,
          to: stranger,
          balance,
        })
        if (amount === 0n) return
        current = later
        const { fee, refusal, request } = await plan({ amount }, { isMaximum: true })
        expect(amount + fee).toBeLessThanOrEqual(balance)
        const { gas, maxFeePerGas, maxPriorityFeePerGas } = request as Required<TransactionRequest>
        expect(amount + BigInt(gas) * BigInt(maxFeePerGas)).toBeLessThanOrEqual(balance)
        expect(BigInt(maxPriorityFeePerGas)).toBeLessThanOrEqual(BigInt(maxFeePerGas))
        // A price that has risen beyond the reserve is refused; otherwise it can be included.
        if (later <= base) expect(refusal).toBeUndefined()
        expect(refusal === 'no-fee').toBe(BigInt(maxFeePerGas) < later + tip)
      }),
      { numRuns: 60 },
    )
  })
})

describe('waitForOutcome', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const waitFor = (sent: SentTransaction, timeoutMs: number, onExpiry?: (expiry: string) => void) =>
    transfers.waitForOutcome({ ...endpoint, sent, signal: AbortSignal.timeout(timeoutMs), onExpiry })
  const pending = (from = visitor) => ({ result: { hash, from, nonce: '0x7', blockHash: null } })
  const receipt = { result: { status: '0x1', blockHash: hash } }

  test('behavior: says the nonce once a node tells it', async () => {
    const nonces: string[] = []
    answer = (method) => (method === 'eth_getTransactionByHash' ? pending() : undefined)
    const waiting = waitFor({ hash, from: visitor }, 1000, (nonce) => nonces.push(nonce))
    await expect(waiting).rejects.toThrow()
    expect(nonces).toEqual(['7'])
  })

  test('behavior: a transaction that all nodes have forgotten is replaced once its nonce is used', async () => {
    const used = Number(await call('eth_getTransactionCount', visitor, 'latest'))
    expect(used).toBeGreaterThan(0)
    const before: SentTransaction = { hash, from: visitor, expiry: String(used - 1) }
    expect(await waitFor(before, 10_000)).toBe('replaced')
    // The next nonce is still free: the transaction may come back.
    await expect(waitFor({ ...before, expiry: String(used) }, 1000)).rejects.toThrow()
    // Without the nonce nobody knows.
    await expect(waitFor({ hash, from: visitor }, 1000)).rejects.toThrow()
  })

  test('behavior: the nonce of another account, such as a bundler, says nothing', async () => {
    answer = (method) => (method === 'eth_getTransactionByHash' ? pending(stranger) : undefined)
    const nonces: string[] = []
    const waiting = waitFor({ hash, from: visitor }, 1000, (nonce) => nonces.push(nonce))
    await expect(waiting).rejects.toThrow()
    expect(nonces).toEqual([])
  })

  test('error: a node that is a block behind does not make a payment replaced', async () => {
    let asked = 0
    answer = (method) => {
      if (method === 'eth_getTransactionCount') return { result: '0xff' }
      if (method !== 'eth_getTransactionReceipt') return undefined
      asked += 1
      return asked < 3 ? { result: null } : receipt
    }
    expect(await waitFor({ hash, from: visitor, expiry: '7' }, 10_000)).toBe('confirmed')
  })

  test('error: a node that still has the transaction has not seen it replaced', async () => {
    answer = (method) => {
      if (method === 'eth_getTransactionCount') return { result: '0xff' }
      return method === 'eth_getTransactionByHash' ? pending() : undefined
    }
    await expect(waitFor({ hash, from: visitor, expiry: '7' }, 1500)).rejects.toThrow()
  })
})
