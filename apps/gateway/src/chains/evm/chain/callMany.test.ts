import { RpcError } from '@portico/protocol'
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { Chain, Hex } from '../../shared/Chain.ts'
import { UpstreamsFailedError } from '../../shared/upstreams/UpstreamsFailedError.ts'
import { callMany } from './callMany.ts'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] returnData)',
])
const answerOf = (target: string): Hex => `0x${target.slice(2).padStart(64, '0').toLowerCase()}`
const calls = Array.from({ length: 1200 }, (_, index) => ({
  target: `0x${(index + 1).toString(16).padStart(40, '0')}` as Hex,
  data: '0x70a08231' as Hex,
}))
const deadline = () => Date.now() + 5000

/** An upstream that rejects calls without `to`. */
const callOne = ([{ to }]: [{ to?: string }]) =>
  to ? answerOf(to) : new RpcError({ rpcCode: -32000, message: 'no "to"' })

/** Creates a chain whose multicall fails as a whole if `fail` returns an error for its targets. */
function createChain(fail: (targets: readonly string[]) => unknown) {
  const sizes: number[] = []
  const chain: Chain = {
    id: 'eip155:1',
    reference: '1',
    async request({ params }) {
      const [{ data }] = params as [{ data: Hex }]
      const [list] = decodeFunctionData({ abi, data }).args
      sizes.push(list.length)
      const error = fail(list.map(({ target }) => target))
      if (error) throw error
      const result = list.map(({ target }) => ({ success: true, returnData: answerOf(target) }))
      return encodeFunctionResult({ abi, functionName: 'aggregate3', result })
    },
    requestMany: async (requests) => requests.map(({ params }) => callOne(params as [{ to?: string }])),
  }
  return { chain, sizes }
}

describe('callMany', () => {
  test('behavior: at most 500 reads per call, results in order', async () => {
    const { chain, sizes } = createChain(() => undefined)
    const answers = await callMany({ chain, calls, deadline: deadline() })
    expect(answers).toEqual(calls.map(({ target }) => answerOf(target)))
    expect(sizes).toEqual([500, 500, 200])
  })

  test.each([
    ['burns all gas', new RpcError({ rpcCode: -32000, message: 'out of gas' })],
    ['answers megabytes', new UpstreamsFailedError({ chain: 'eip155:1', tried: 1, reasons: ['too-large'] })],
  ])('behavior: only the contract that %s has no result', async (_, error) => {
    const bad = calls[123]?.target
    const { chain, sizes } = createChain((targets) => (bad && targets.includes(bad) ? error : undefined))
    const answers = await callMany({ chain, calls: calls.slice(0, 400), deadline: deadline() })
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
    expect(answers[123]).toBeUndefined()
    expect(sizes.length).toBeLessThan(25)
  })

  test('behavior: without Multicall3 and deployless calls: JSON-RPC batches, detected once', async () => {
    const { chain, sizes } = createChain(() => undefined)
    let asked = 0
    const bare: Chain = {
      ...chain,
      async request() {
        asked++
        return '0x'
      },
      requestMany: async (requests) => {
        sizes.push(requests.length)
        return requests.map(({ params }) => callOne(params as [{ to?: string }]))
      },
    }
    for (let count = 0; count < 2; count++) {
      const answers = await callMany({ chain: bare, calls: calls.slice(0, 250), deadline: deadline() })
      expect(answers).toEqual(calls.slice(0, 250).map(({ target }) => answerOf(target)))
    }
    expect(asked).toBe(1)
    expect(sizes).toEqual([1, 100, 100, 50, 100, 100, 50])
  })

  test('error: does not split calls when throttled', async () => {
    const { chain, sizes } = createChain(() => new RpcError({ rpcCode: -32005, message: 'limit exceeded' }))
    await expect(callMany({ chain, calls: calls.slice(0, 400), deadline: deadline() })).rejects.toThrow(
      RpcError,
    )
    expect(sizes).toEqual([400])
  })

  test('error: no upstream answers', async () => {
    const { chain } = createChain(
      () => new UpstreamsFailedError({ chain: 'eip155:1', tried: 1, reasons: ['connection'] }),
    )
    await expect(callMany({ chain, calls, deadline: deadline() })).rejects.toThrow(UpstreamsFailedError)
  })
})
