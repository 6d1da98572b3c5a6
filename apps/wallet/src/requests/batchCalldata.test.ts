import { concatHex, type Hex, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { createRandom } from '../../test/createRandom.ts'
import { batchCalldata } from './batchCalldata.ts'

const random = createRandom(20)
let words = 0
const bytes = (length: number): Hex => {
  const parts = Array.from({ length: Math.ceil(length / 32) }, () => keccak256(toHex(words++)))
  return concatHex(parts).slice(0, 2 + 2 * length) as Hex
}
const calls = () =>
  Array.from({ length: random.integer(1, 20) }, () => ({
    to: bytes(20),
    value: BigInt(bytes(random.integer(1, 32))),
    data: random.chance(0.2) ? ('0x' as const) : bytes(random.integer(1, 200)),
  }))
const lower = (list: ReturnType<typeof calls> | undefined) =>
  list?.map((call) => ({ ...call, to: call.to.toLowerCase() }))

test('behavior: what is encoded is decoded, call by call', () => {
  for (let count = 0; count < 500; count++) {
    const list = calls()
    expect(lower(batchCalldata.decode(batchCalldata.encode(list)))).toEqual(list)
  }
})

test('error: bytes with anything else in them are no batch', () => {
  for (let count = 0; count < 300; count++) {
    const data = batchCalldata.encode(calls())
    expect(batchCalldata.decode(`${data}00`)).toBeUndefined()
    expect(batchCalldata.decode(data.slice(0, -64) as Hex)).toBeUndefined()
    // Another mode: one call, or none is reverted if one fails.
    expect(batchCalldata.decode(`${data.slice(0, 10)}00${data.slice(12)}` as Hex)).toBeUndefined()
    expect(batchCalldata.decode(`${data.slice(0, 12)}01${data.slice(14)}` as Hex)).toBeUndefined()
    const at = random.integer(2, data.length - 1)
    const changed = `${data.slice(0, at)}${data[at] === '0' ? '1' : '0'}${data.slice(at + 1)}` as Hex
    // It is another batch, of which every byte is known, or none.
    const read = batchCalldata.decode(changed)
    if (read) expect(batchCalldata.encode(read)).toBe(changed)
  }
  expect(batchCalldata.decode('0x')).toBeUndefined()
})

test('attack: a thousand calls that share long data are not decoded', () => {
  const words = (...numbers: number[]) => concatHex(numbers.map((number) => toHex(number, { size: 32 })))
  const length = 64 * 1024
  const content = concatHex([
    words(32, 1500, ...Array.from({ length: 1500 }, () => 32 * 1500), 1, 0, 96, length),
    `0x${'11'.repeat(length)}`,
  ])
  const head = batchCalldata.encode([]).slice(0, 10) as Hex
  const data = concatHex([head, `0x01${'0'.repeat(62)}`, words(64, content.length / 2 - 1), content])
  // Decoded and encoded again, it needs a minute and gigabytes.
  expect(batchCalldata.decode(data)).toBeUndefined()
})
