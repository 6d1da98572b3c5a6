import { getArtifacts } from '@portico/devnet/artifacts'
import { Agent } from 'undici'
import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Chain } from '../src/chains/shared/Chain.ts'
import type { SwapCall, SwapProvider } from '../src/chains/shared/providers/SwapProvider.ts'
import { createForeignSwaps, type ForeignSwapProvider } from '../src/sources/swaps/createForeignSwaps.ts'
import { type Anvil, startAnvil } from '../src/testing/startAnvil.ts'
import { type ApiRequest, startSwapApi } from './startSwapApi.ts'

/** What a transaction of the provider is written from. */
export type SwapToWrite = {
  recipient: Hex
  tokenIn: Hex
  tokenOut: Hex
  amountIn: bigint
  minimum: bigint
}

/** What is special about a provider. */
export type SwapApiShape = {
  id: ForeignSwapProvider
  router: Hex
  /** Writes a transaction as the provider does. */
  write(swap: SwapToWrite): SwapCall
  /** Further transactions of the router that must not pass, by name. */
  hostile(swap: SwapToWrite): Record<string, SwapCall>
  /** The document that the API returns for a request, as its documentation describes it. */
  answer(request: ApiRequest, state: { amountOut: bigint; call: SwapCall }): unknown
  /** Headers that every request must have. */
  headers: Readonly<Record<string, string>>
}

const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const thief = '0xbadbad0000000000000000000000000000000bad'
const amountIn = 500n * 10n ** 18n
const amountOut = 6_187_000_000n
const minimum = 6_125_130_000n

/**
 * Runs the tests that every provider of foreign swaps must pass: against a stand-in for its API, with a real node for the rehearsal. The
 * provider's router is replaced by code that takes the tokens and pays what the test says.
 */
export function testSwapProvider(shape: SwapApiShape): void {
  let anvil: Anvil
  let tokenIn: Hex
  let tokenOut: Hex
  let otherToken: Hex

  beforeAll(async () => {
    anvil = await startAnvil()
    const { DevToken } = await getArtifacts()
    const deploy = async (nonce: number): Promise<Hex> => {
      const data = encodeDeployData({ ...DevToken, args: ['Token', 'TKN', 18] } as never)
      await anvil.rpc('eth_sendTransaction', [{ from: account, data }])
      return getContractAddress({ from: account, nonce: BigInt(nonce) }).toLowerCase() as Hex
    }
    tokenIn = await deploy(0)
    tokenOut = await deploy(1)
    otherToken = await deploy(2)
    await mint(tokenIn, account, amountIn * 10n)
    await mint(tokenOut, shape.router, amountOut * 10n)
    // Long, because the first use in a checkout compiles the contracts.
  }, 300_000)
  afterAll(() => anvil?.stop())

  async function mint(token: Hex, to: Hex, amount: bigint): Promise<void> {
    const abi = parseAbi(['function mint(address to, uint256 amount)'])
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [to, amount] })
    await anvil.rpc('eth_sendTransaction', [{ from: account, to: token, data }])
  }

  /** A provider whose API returns a transaction, or does whatever `answer` does. */
  async function make({
    call,
    pays = amountOut,
    offers = amountOut,
    answer,
    node,
  }: {
    call?: (swap: SwapToWrite) => SwapCall
    /** What the router really pays. */
    pays?: bigint
    offers?: bigint
    answer?: Parameters<typeof startSwapApi>[0]
    node?: Chain['request']
  } = {}) {
    const swap = { recipient: account, tokenIn, tokenOut, amountIn, minimum } as const
    await anvil.rpc('anvil_setCode', [shape.router, routerCode({ tokenIn, tokenOut, amountIn, pays })])
    const written = call ? call(swap) : shape.write(swap)
    const api = await startSwapApi(
      answer ?? ((request) => shape.answer(request, { amountOut: offers, call: written })),
    )
    const dispatcher = new Agent()
    onTestFinished(() => dispatcher.destroy())
    const refusals: string[] = []
    const chain = {
      id: 'eip155:1',
      reference: '1',
      request: node ?? (({ method, params }) => anvil.rpc(method, params)),
    } as Partial<Chain> as Chain
    const [provider] = createForeignSwaps({
      ids: [shape.id],
      keys: { '1inch': 'secret' },
      chains: new Map([[chain.id, chain]]),
      dispatcher,
      onRefused: ({ reason }) => refusals.push(reason),
      at: { kyberswap: api.url, '1inch': api.url, jupiter: api.url },
    }) as [SwapProvider]
    const query = {
      chain: chain.id,
      account,
      from: tokenIn,
      to: tokenOut,
      amount: amountIn,
      slippageBps: 100,
      deadline: Date.now() + 3000,
    }
    return {
      provider,
      refusals,
      api,
      written,
      quote: (changes = {}) => provider.quote({ ...query, ...changes }),
      build: (changes = {}) => provider.build?.({ ...query, minimum, ...changes }) ?? expect.fail(),
    }
  }

  describe(shape.id, () => {
    test('behavior: an offer, and its transaction', async () => {
      const { quote, build, api, written, refusals } = await make()
      expect(await quote()).toMatchObject({ amountOut, spender: shape.router, gas: expect.any(BigInt) })
      expect(await build()).toEqual(written)
      expect(refusals).toEqual([])
      for (const { headers } of api.seen) expect(headers).toMatchObject(shape.headers)
    })

    test('behavior: from the coin', async () => {
      const { quote } = await make({
        answer: (request) =>
          shape.answer(request, { amountOut, call: { to: shape.router, data: '0x', value: 0n } }),
      })
      const offer = await quote({ from: 'native' })
      expect(offer?.amountOut).toBe(amountOut)
      expect(offer?.spender).toBeUndefined()
    })

    test('behavior: it serves the networks on which its router is known', async () => {
      const { provider } = await make()
      expect(provider.serves('eip155:1')).toBe(true)
      expect(provider.serves('eip155:31337')).toBe(false)
      expect(provider.serves('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe(false)
    })

    test('behavior: no route is no offer, and no failure', async () => {
      const { quote } = await make({ answer: (_, response) => void response.writeHead(400).end('{}') })
      expect(await quote()).toBeUndefined()
    })

    test('error: transactions that are not the swap', async () => {
      const changes: Record<string, (swap: SwapToWrite) => SwapCall> = {
        'another recipient': (swap) => shape.write({ ...swap, recipient: thief }),
        'a lower minimum': (swap) => shape.write({ ...swap, minimum: minimum - 1n }),
        'another token': (swap) => shape.write({ ...swap, tokenOut: otherToken }),
        'another token sold': (swap) => shape.write({ ...swap, tokenIn: otherToken }),
        'more sold': (swap) => shape.write({ ...swap, amountIn: amountIn + 1n }),
        'less sold': (swap) => shape.write({ ...swap, amountIn: amountIn - 1n }),
        'the coin sold': (swap) => ({ ...shape.write({ ...swap, tokenIn: coin }), value: amountIn }),
        'another contract': (swap) => ({ ...shape.write(swap), to: thief }),
        'coins on top': (swap) => ({ ...shape.write(swap), value: 1n }),
        'a transfer': () => ({ to: tokenIn, data: `0xa9059cbb${'0'.repeat(128)}`, value: 0n }),
        'no data': (swap) => ({ ...shape.write(swap), data: '0x' }),
        'a word too few': (swap) => {
          const { data, ...rest } = shape.write(swap)
          return { ...rest, data: data.slice(0, -64) }
        },
        'much behind': (swap) => {
          const { data, ...rest } = shape.write(swap)
          return { ...rest, data: `${data}${'00'.repeat(64)}` }
        },
      }
      const special = Object.keys(shape.hostile({ recipient: account, tokenIn, tokenOut, amountIn, minimum }))
      for (const name of special) changes[name] = (swap) => shape.hostile(swap)[name] ?? expect.fail(name)
      for (const [name, call] of Object.entries(changes)) {
        const { build, refusals, provider } = await make({ call })
        await expect(build(), name).rejects.toThrow()
        // The router's address and the value are checked before the transaction is read, where the API names them apart.
        if (refusals.length > 0) {
          expect(['unreadable', 'disagrees'], name).toContain(refusals[0])
          expect(provider.serves('eip155:1'), name).toBe(false)
        }
      }
      expect(Object.keys(changes).length).toBeGreaterThan(14)
    })

    test('error: less than the minimum really arrives, nothing, or the node cannot tell', async () => {
      const cases = [
        [{ pays: minimum - 1n }, 'short'],
        [{ pays: 0n }, 'short'],
        [{ pays: 2n ** 250n }, 'fails'],
        [{ node: () => Promise.resolve('0x') }, 'not-rehearsed'],
      ] as const
      for (const [options, reason] of cases) {
        const { build, refusals, provider } = await make(options)
        await expect(build(), reason).rejects.toThrow(reason)
        expect(refusals).toEqual([reason])
        expect(provider.serves('eip155:1')).toBe(true)
      }
    })

    test('error: the price has fallen below the minimum', async () => {
      const { build, refusals } = await make({ offers: minimum - 1n })
      await expect(build()).rejects.toThrow('less than the minimum')
      expect(refusals).toEqual([])
    })

    test('error: documents that are something else', async () => {
      const good = (request: ApiRequest) =>
        shape.answer(request, { amountOut, call: { to: shape.router, data: '0x', value: 0n } })
      const amounts = [
        '9'.repeat(78),
        '9'.repeat(500),
        '-1',
        '1.5',
        '1e30',
        '0x10',
        '',
        null,
        1e30,
        12_345,
        ['1'],
        { toString: '1' },
      ]
      const documents: [string, (request: ApiRequest) => unknown][] = [
        ['null', () => null],
        ['a list', () => []],
        ['a number', () => 7],
        ['an empty document', () => ({})],
        ['an error', () => ({ code: 1, message: 'no' })],
        ...amounts.map((amount): [string, (request: ApiRequest) => unknown] => [
          `the amount ${JSON.stringify(amount)}`,
          (request) =>
            JSON.parse(JSON.stringify(good(request)).replaceAll(`"${amountOut}"`, JSON.stringify(amount))),
        ]),
      ]
      for (const [name, document] of documents) {
        const { quote, build } = await make({ answer: document })
        await expect(quote(), name).rejects.toThrow()
        await expect(build(), name).rejects.toThrow()
      }
    })

    test('error: servers that answer with something else than documents', async () => {
      const elsewhere = await startSwapApi(() => ({}))
      const servers: [string, Parameters<typeof startSwapApi>[0]][] = [
        ['a page', (_, response) => void response.end('<html>Just a moment…</html>')],
        ['nothing', (_, response) => void response.end()],
        ['half a document', (_, response) => void response.end('{"data":')],
        ['a redirect', (_, response) => void response.writeHead(302, { location: elsewhere.url }).end()],
        [
          'a permanent redirect',
          (_, response) => void response.writeHead(308, { location: elsewhere.url }).end(),
        ],
        ['10 MB', (_, response) => void response.end(JSON.stringify({ data: 'x'.repeat(10_000_000) }))],
        ['a refused key', (_, response) => void response.writeHead(401).end('{}')],
        ['too many requests', (_, response) => void response.writeHead(429).end('{}')],
        ['a failure', (_, response) => void response.writeHead(503).end('{}')],
        ['a broken connection', (_, response) => void response.destroy()],
        // The connection stays open until the deadline.
        ['silence', () => undefined],
      ]
      for (const [name, answer] of servers) {
        const { quote, build } = await make({ answer })
        const deadline = Date.now() + 400
        await expect(quote({ deadline }), name).rejects.toThrow()
        await expect(build({ deadline: Date.now() + 400 }), name).rejects.toThrow()
      }
      expect(elsewhere.seen).toEqual([])
    })
  })
}

/** Code that takes `amountIn` of one token from the caller and pays it the other, and reverts if it cannot. */
function routerCode({
  tokenIn,
  tokenOut,
  amountIn: taken,
  pays,
}: {
  tokenIn: Hex
  tokenOut: Hex
  amountIn: bigint
  pays: bigint
}): Hex {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const call = (token: Hex, size: string) =>
    `60006000${size}60006000 73${token.slice(2)} 5af1 1560b557`.replaceAll(' ', '')
  return `0x${[
    // transferFrom(caller, this, taken)
    '6323b872dd60e01b600052',
    '33600452',
    '30602452',
    `7f${word(taken)}604452`,
    call(tokenIn, '6064'),
    // transfer(caller, pays)
    '63a9059cbb60e01b600052',
    '33600452',
    `7f${word(pays)}602452`,
    call(tokenOut, '6044'),
    '00',
    // b5
    '5b60006000fd',
  ].join('')}`
}
