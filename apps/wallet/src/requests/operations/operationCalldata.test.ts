import { concatHex, getAddress, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { createRandom } from '../../../test/createRandom.ts'
import { batchCalldata } from '../batchCalldata.ts'
import { type OperationCalls, operationCalldata } from './operationCalldata.ts'

const random = createRandom(7)
let words = 0
const bytes = (length: number): Hex => {
  const parts = Array.from({ length: Math.ceil(length / 32) }, () => keccak256(toHex(words++)))
  return concatHex(parts).slice(0, 2 + 2 * length) as Hex
}
const address = () => getAddress(bytes(20))
const own = address()
const draw = (): OperationCalls => {
  const calls = Array.from({ length: random.integer(1, random.chance(0.5) ? 1 : 20) }, () => ({
    to: address(),
    value: BigInt(bytes(random.integer(1, 32))),
    data: random.chance(0.2) ? ('0x' as const) : bytes(random.integer(1, 200)),
  }))
  const fee = { token: address(), amount: BigInt(bytes(random.integer(1, 32))), collector: address() }
  return { calls, ...(random.chance(0.5) ? { fee } : {}) }
}

test('behavior: what is encoded is decoded, call by call, with the fee', () => {
  for (let count = 0; count < 1000; count++) {
    const wanted = draw()
    expect(operationCalldata.decode(operationCalldata.encode(wanted, own), own)).toEqual(wanted)
  }
})

test('error: bytes with anything else in them are no operation', () => {
  for (let count = 0; count < 300; count++) {
    const data = operationCalldata.encode(draw(), own)
    // What is appended to a single call is a part of that call.
    for (const wrong of [`${data}00`, data.slice(0, -64), `0x12345678${data.slice(10)}`])
      expect(operationCalldata.decode(wrong as Hex, own)).toBeUndefined()
    const at = random.integer(2, data.length - 1)
    const changed = `${data.slice(0, at)}${data[at] === '0' ? '1' : '0'}${data.slice(at + 1)}` as Hex
    const read = operationCalldata.decode(changed, own)
    if (read) expect(operationCalldata.encode(read, own)).toBe(changed)
  }
  const calls = [{ to: own, value: 1n, data: '0x' as const }]
  const fee = { token: address(), amount: 1n, collector: address() }
  // The attempt of another account is a call like any other.
  const others = operationCalldata.encode({ calls, fee }, zeroAddress)
  expect(operationCalldata.decode(others, own)).toEqual({ calls: batchCalldata.decode(others) })
  expect(operationCalldata.decode('0x', own)).toBeUndefined()
})
