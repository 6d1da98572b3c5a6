import { concatHex, encodeFunctionData, type Hex, namehash, parseAbi, slice, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { createCcipService } from './createCcipService.ts'

const zone = 'portico.local'
const sender = `0x${'12'.repeat(20)}` as const
const service = createCcipService({
  store: { get: async () => undefined },
  zone,
  resolvers: [sender],
  signer: { address: sender, sign: async () => '0x00' },
})
const abi = parseAbi([
  'function resolve(bytes name, bytes data)',
  'function multicall(bytes[] data)',
  'function query((address sender, string[] urls, bytes data)[] requests)',
  'function addr(bytes32 node)',
])
const address = encodeFunctionData({ abi, functionName: 'addr', args: [namehash(zone)] })
const multicall = encodeFunctionData({ abi, functionName: 'multicall', args: [[address]] })
const resolve = (data: Hex) =>
  encodeFunctionData({ abi, functionName: 'resolve', args: [toHex(packetToBytes(zone)), data] })
const query = encodeFunctionData({
  abi,
  functionName: 'query',
  args: [[{ sender, urls: [], data: resolve(address) }]],
})

/** Repeats the only item of a list: without bytes of its own, only with another offset. */
function repeat(call: Hex, times: number): Hex {
  const words = (...numbers: number[]) => concatHex(numbers.map((number) => toHex(number, { size: 32 })))
  const offsets = Array.from({ length: times }, () => 32 * times)
  return concatHex([slice(call, 0, 4), words(32, times, ...offsets), slice(call, 4 + 96)])
}

describe('createCcipService', () => {
  test.each<[string, Hex, (call: Hex) => Hex]>([
    ['calls', multicall, resolve],
    ['requests', query, (call) => call],
  ])('attack: %s that share their bytes are refused', async (_, list, toData) => {
    const answer = (data: Hex) => service.answer({ sender, data })
    expect(await answer(toData(list))).toMatchObject({ ok: true })
    expect(await answer(toData(repeat(list, 1)))).toMatchObject({ ok: true })
    expect(await answer(toData(repeat(list, 2)))).toMatchObject({ ok: false, status: 400 })
    // Each of a thousand would take up as much memory as all of them have bytes.
    expect(await answer(toData(repeat(list, 1000)))).toMatchObject({ ok: false, status: 400 })
  })
})
