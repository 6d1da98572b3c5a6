import fc from 'fast-check'
import { encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall } from './decodeCall.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 3000)
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function mint(uint256 id)',
])
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 5n] })
const multicall = (...data: Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [data] })

describe('decodeCall', () => {
  test('behavior: known calls, with their arguments', () => {
    expect(decodeCall(transfer)).toMatchObject({
      name: 'transfer',
      signature: 'transfer(address,uint256)',
      args: [
        { name: 'to', value: bob },
        { name: 'amount', value: 5n },
      ],
    })
  })

  test('behavior: the calls of a multicall, to a depth of 4', () => {
    let data: Hex = transfer
    for (let depth = 0; depth < 4; depth++) data = multicall(data)
    let call = decodeCall(data)
    for (let depth = 0; depth < 4; depth++) call = call.calls[0] as typeof call
    expect(call.name).toBe('transfer')
    call = decodeCall(multicall(data))
    for (let depth = 0; depth < 5; depth++) call = call.calls[0] as typeof call
    expect(call).toMatchObject({ name: undefined, selector: '0xa9059cbb' })
    const aggregate = encodeFunctionData({
      abi,
      functionName: 'aggregate3',
      args: [[{ target: bob, allowFailure: false, callData: transfer }]],
    })
    expect(decodeCall(aggregate).calls).toMatchObject([{ to: bob, name: 'transfer' }])
  })

  test('error: calldata that does not re-encode to the same bytes is unknown', () => {
    const dirty = transfer.replace(
      `0x${transfer.slice(2, 10)}000000`,
      `0x${transfer.slice(2, 10)}00ff00`,
    ) as Hex
    for (const data of [
      `${transfer}00`,
      transfer.slice(0, -2),
      dirty,
      encodeFunctionData({ abi, functionName: 'mint', args: [1n] }),
      '0x',
      '0xa9',
      '0xa9059cbb',
    ] as Hex[])
      expect(decodeCall(data).name, data).toBeUndefined()
  })

  test('behavior: calls beyond the limit are unknown', () => {
    const { calls } = decodeCall(multicall(...new Array<Hex>(300).fill(transfer)))
    expect(calls).toHaveLength(300)
    expect(calls.filter(({ name }) => name !== undefined)).toHaveLength(63)
  })

  const selectors = [
    '0xa9059cbb',
    '0x095ea7b3',
    '0xac9650d8',
    '0x5ae401dc',
    '0x82ad56cb',
    '0x2eb2c2d6',
    '0xbce38bd7',
  ]
  const words = fc.array(
    fc.oneof(
      fc.bigInt(0n, maxUint256),
      fc.constantFrom(0n, 1n, 32n, 64n, 96n, 2n ** 31n, 2n ** 53n, 2n ** 64n, 2n ** 255n, maxUint256),
    ),
    { maxLength: 24 },
  )

  test(`behavior: ${runs} random calls: never throws, never hangs`, { timeout: 600_000 }, () => {
    let slowest = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...selectors),
        words,
        fc.constantFrom('', '00', 'ff'.repeat(31)),
        fc.nat({ max: 3 }),
        (selector, values, tail, nesting) => {
          let data =
            `${selector}${values.map((value) => value.toString(16).padStart(64, '0')).join('')}${tail}` as Hex
          for (let depth = 0; depth < nesting; depth++) data = multicall(data, transfer)
          const start = performance.now()
          const call = decodeCall(data)
          slowest = Math.max(slowest, performance.now() - start)
          if (call.name !== undefined && call.signature === undefined)
            throw new Error('name without signature')
        },
      ),
      { numRuns: runs },
    )
    // Generous, because a busy machine causes pauses; a real hang takes many seconds.
    expect(slowest).toBeLessThan(5000)
  })

  test('attack: calls whose offsets all point to the same long data are not decoded', () => {
    const word = (number: number) => number.toString(16).padStart(64, '0')
    const length = 32 * 1024
    const toCalls = (times: number): Hex => {
      const offsets = new Array<string>(times).fill(word(32 * times)).join('')
      return `0xac9650d8${word(32)}${word(times)}${offsets}${word(length)}${'11'.repeat(length)}`
    }
    // Decoded and encoded again, each of them takes ten seconds.
    for (let time = 0; time < 20; time++) expect(decodeCall(toCalls(900)).name).toBeUndefined()
    expect(decodeCall(toCalls(2)).name).toBeUndefined()
    expect(decodeCall(toCalls(1)).name).toBe('multicall')
  })

  test('behavior: calldata of maximum length, in the worst cases', () => {
    const abyss = `0xac9650d8${'20'.padStart(64, '0')}${'ff'.padStart(64, '0').repeat(2000)}` as Hex
    const wide = multicall(...new Array<Hex>(1500).fill('0x'))
    const long = multicall(`0x${'ab'.repeat(60_000)}`)
    for (const data of [abyss, wide, long, `0x${'ff'.repeat(131_072)}` as Hex])
      expect(decodeCall(data).selector).toHaveLength(10)
  })
})
