import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseAbiParameters,
  slice,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type TestCall, toBatch, toTried } from '../../../../test/createBatchChain.ts'
import { readBatch } from './readBatch.ts'

const account: Hex = `0x${'ab'.repeat(20)}`
const friend: Hex = `0x${'cd'.repeat(20)}`
const token: Hex = `0x${'12'.repeat(20)}`
const coins: TestCall = { to: friend, value: 7n }
const pay = (to: Hex): TestCall => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5n] }),
})
const self = (data: Hex): TestCall => ({ to: account, data })
const toCall = { to: friend, value: '7', selector: '0x', payee: '' }
const toPayment = { to: token, value: '0', selector: '0xa9059cbb', payee: friend }

describe('readBatch', () => {
  test.each<[string, Hex, unknown[]]>([
    ['calls', toBatch([coins, pay(friend)]), [toCall, toPayment]],
    ['one call that is tried', toTried(pay(friend)), [toPayment]],
    ['one call without data', toTried(coins), [toCall]],
    [
      'one call, as a tuple',
      encodeFunctionData({
        abi: parseAbi(['function execute((address target, uint256 value, bytes callData) execution)']),
        args: [{ target: friend, value: 7n, callData: '0x' }],
      }),
      [toCall],
    ],
    [
      'a batch in a batch',
      toBatch([pay(friend), self(toBatch([coins])), coins]),
      [toPayment, toCall, toCall],
    ],
    ['no calls', toBatch([]), []],
  ])('behavior: %s', (_, data, calls) => {
    expect(readBatch({ data, account })).toEqual({ calls, fee: undefined })
  })

  test('behavior: a fee is a transfer before a batch that is tried, and only that', () => {
    const tried = self(toTried(self(toBatch([coins, coins]))))
    const read = (...calls: TestCall[]) => readBatch({ data: toBatch(calls), account })
    expect(read(pay(friend), tried)).toEqual({ calls: [toCall, toCall], fee: toPayment })
    const others = [
      [pay(friend), self(toBatch([coins, coins]))],
      [coins, tried],
      [{ ...pay(friend), value: 1n }, tried],
      [pay(friend), coins, tried],
      [pay(friend), { ...tried, to: friend }],
    ]
    for (const calls of others) expect(read(...calls)?.fee).toBeUndefined()
  })

  test.each<[string, string]>([
    ['other data', encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 1n] })],
    ['no data', '0x'],
    ['an unknown mode', toBatch([coins]).replace('0xe9ae5c5301', '0xe9ae5c53ff')],
    ['a mode with more than call and execution type', toBatch([coins]).replace(/^(.{14})00/, '$101')],
    ['cut data', toBatch([coins, pay(friend)]).slice(0, -130)],
    ['too short for one call', encodeFunctionData({ ...single(), args: [mode, concatHex([friend])] })],
    ['too many calls', toBatch(Array.from({ length: 101 }, () => coins))],
    ['too deep', nest(6)],
    ['more calls than bytes, whose offsets are all the same', toRepeated(coins, 2)],
  ])('error: %s', (_, data) => {
    expect(readBatch({ data, account })).toBeUndefined()
  })

  test('attack: a few kilobytes that mean millions of calls are read at once', () => {
    const bomb = [1, 2, 3, 4].reduce<Hex>((data) => toRepeated(self(data), 60), toRepeated(coins, 60))
    expect(bomb.length).toBeLessThan(25_000)
    expect(readBatch({ data: bomb, account })).toBeUndefined()
    expect(readBatch({ data: toBatch([self(bomb)]), account })?.calls).toEqual([
      { to: account, value: '0', selector: '0xe9ae5c53', payee: '' },
    ])
  })

  test('error: changed bytes never throw', () => {
    const data = toBatch([pay(friend), self(toTried(self(toBatch([coins, pay(account)]))))])
    for (let at = 2; at < data.length; at++) {
      const changed = `${data.slice(0, at)}${data[at] === 'f' ? '0' : 'f'}${data.slice(at + 1)}`
      for (const { to } of readBatch({ data: changed, account })?.calls ?? []) expect(to).toHaveLength(42)
    }
  })
})

const mode: Hex = `0x${'0'.repeat(64)}`
function single() {
  return { abi: parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']) } as const
}
/** A batch that makes one call several times, with bytes for one only: all offsets point to it. */
function toRepeated(call: TestCall, times: number): Hex {
  const words = (...numbers: number[]) => concatHex(numbers.map((number) => toHex(number, { size: 32 })))
  const list = encodeAbiParameters(parseAbiParameters('(address target, uint256 value, bytes callData)[]'), [
    [{ target: call.to, value: call.value ?? 0n, callData: call.data ?? '0x' }],
  ])
  const offsets = Array.from({ length: times }, () => 32 * times)
  const content = concatHex([words(32, times, ...offsets), slice(list, 96)])
  return encodeFunctionData({ ...single(), args: [`0x01${'0'.repeat(62)}`, content] })
}
function nest(depth: number): Hex {
  return toBatch([depth === 0 ? { to: friend, value: BigInt(toHex(7)) } : self(nest(depth - 1))])
}
