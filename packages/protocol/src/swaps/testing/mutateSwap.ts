import type { Hex } from 'viem'
import { toFunctionSelector } from 'viem'
import { amountIn, deadline, minimumOut, parties } from './parties.ts'
import { routerAbi } from './routerAbi.ts'
import { encode, type SwapShape } from './swapShapes.ts'

/** Returns a whole number from 0 to below `below`. */
export type Random = (below: number) => number

const { account, middle, otherToken, router02, thief, tokenIn, tokenOut, v2, wrapped, kyberswap, oneInch } =
  parties
const selectors = routerAbi.map((item) => toFunctionSelector(item))
const addresses = [
  account,
  thief,
  middle,
  otherToken,
  tokenIn,
  tokenOut,
  wrapped,
  router02,
  `0x${'0'.repeat(40)}`,
  `0x${'0'.repeat(39)}1`,
  `0x${'0'.repeat(39)}2`,
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
]
const numbers = [
  0n,
  1n,
  2n,
  4n,
  32n,
  64n,
  641n,
  642n,
  minimumOut - 1n,
  minimumOut,
  minimumOut + 1n,
  amountIn - 1n,
  amountIn,
  amountIn * 2n,
  2n ** 255n,
  2n ** 256n - 1n,
]
const single = (recipient: string, amount: bigint, minimum: bigint) =>
  encode('exactInputSingle', [
    {
      tokenIn,
      tokenOut,
      fee: 500,
      recipient: recipient as Hex,
      amountIn: amount,
      amountOutMinimum: minimum,
      sqrtPriceLimitX96: 0n,
    },
  ])
/** Calls that an attacker would like to add. */
const added = [
  encode('sweepToken', [tokenIn, 0n, thief]),
  encode('sweepToken', [tokenOut, 0n, thief]),
  encode('unwrapWETH9', [0n, thief]),
  encode('unwrapWETH9', [minimumOut, account]),
  encode('unwrapWETH9', [0n]),
  encode('unwrapWETH9WithFee', [0n, account, 100n, thief]),
  encode('pull', [tokenIn, amountIn]),
  encode('wrapETH', [1n]),
  encode('refundETH', []),
  encode('approveMax', [tokenIn]),
  encode('selfPermit', [tokenIn, 2n ** 255n, deadline, 27, `0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]),
  encode('selfPermit', [otherToken, amountIn, deadline, 27, `0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]),
  single(thief, amountIn, 0n),
  single(thief, 0n, 0n),
  single(account, 0n, minimumOut),
  single(account, amountIn, minimumOut),
  '0x',
] as const

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const replaceAt = (text: string, at: number, part: string) =>
  text.slice(0, at) + part + text.slice(at + part.length)
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item
const wordAt = (data: string, random: Random) =>
  10 + 64 * random(Math.max(1, Math.floor((data.length - 10) / 64)))
const occurrences = (data: string, part: string) =>
  [...data.matchAll(new RegExp(part, 'g'))].map(({ index }) => index)

function replaceOne(data: string, from: string, to: string, random: Random): string {
  const found = occurrences(data, from)
  return found.length === 0 ? data : replaceAt(data, pick(random, found), to)
}

/** The parts of a multicall; the call itself if it is none. */
function partsOf(shape: SwapShape): { parts: Hex[]; wrap: (parts: readonly Hex[]) => Hex } {
  const isUntil = shape.data.startsWith('0x5ae401dc')
  const wrap = (parts: readonly Hex[]) =>
    isUntil ? encode('multicall', [deadline, parts]) : encode('multicall', [parts])
  if (!isUntil && !shape.data.startsWith('0xac9650d8')) return { parts: [shape.data], wrap }
  const hex = shape.data.slice(10)
  const list = isUntil ? 128 : 64
  const count = Number(BigInt(`0x${hex.slice(list, list + 64)}`))
  const start = list + 64
  const parts = Array.from({ length: count }, (_, index): Hex => {
    const at = start + 2 * Number(BigInt(`0x${hex.slice(start + 64 * index, start + 64 * index + 64)}`))
    const length = 2 * Number(BigInt(`0x${hex.slice(at, at + 64)}`))
    return `0x${hex.slice(at + 64, at + 64 + length)}`
  })
  return { parts, wrap }
}

type Call = { to: string; data: string; value: bigint }

/** Ways to change a swap, by name. */
export const mutations: Readonly<Record<string, (shape: SwapShape, random: Random) => Call>> = {
  'flip a bit': (shape, random) => {
    const at = 2 + random(shape.data.length - 2)
    const digit = Number.parseInt(shape.data[at] ?? '0', 16) ^ (1 << random(4))
    return { ...shape, data: replaceAt(shape.data, at, digit.toString(16)) }
  },
  'swap two words': (shape, random) => {
    const [one, other] = [wordAt(shape.data, random), wordAt(shape.data, random)]
    const [first, second] = [shape.data.slice(one, one + 64), shape.data.slice(other, other + 64)]
    return { ...shape, data: replaceAt(replaceAt(shape.data, one, second), other, first) }
  },
  'replace a word by a number': (shape, random) => ({
    ...shape,
    data: replaceAt(shape.data, wordAt(shape.data, random), word(pick(random, numbers))),
  }),
  'replace a word by an address': (shape, random) => ({
    ...shape,
    data: replaceAt(shape.data, wordAt(shape.data, random), word(BigInt(pick(random, addresses)))),
  }),
  'another recipient': (shape, random) => ({
    ...shape,
    data: replaceOne(shape.data, account.slice(2), pick(random, addresses).slice(2), random),
  }),
  'another token': (shape, random) => {
    const from = pick(random, [tokenIn, tokenOut, middle, wrapped])
    return { ...shape, data: replaceOne(shape.data, from.slice(2), pick(random, addresses).slice(2), random) }
  },
  'a lower minimum': (shape, random) => ({
    ...shape,
    data: replaceOne(shape.data, word(minimumOut), word(BigInt(random(6_125))), random),
  }),
  'another amount': (shape, random) => ({
    ...shape,
    data: replaceOne(shape.data, word(amountIn), word(pick(random, numbers)), random),
  }),
  'other coins': (shape, random) => ({ ...shape, value: pick(random, numbers) }),
  'bytes behind': (shape, random) => ({
    ...shape,
    data:
      shape.data +
      pick(random, [
        '00',
        'ff',
        word(0n),
        word(BigInt(thief)),
        'deadbeef',
        single(thief, amountIn, 0n).slice(2),
      ]),
  }),
  'bytes cut off': (shape, random) => ({ ...shape, data: shape.data.slice(0, -2 * (1 + random(40))) }),
  'a word between': (shape, random) => {
    const at = wordAt(shape.data, random)
    return { ...shape, data: shape.data.slice(0, at) + word(BigInt(random(2) * 32)) + shape.data.slice(at) }
  },
  'an offset that leads elsewhere': (shape, random) => {
    // The tail is repeated with another recipient, and an offset leads there.
    const other = shape.data.slice(10).replaceAll(account.slice(2), thief.slice(2))
    const at = wordAt(shape.data, random)
    return {
      ...shape,
      data: replaceAt(shape.data, at, word(BigInt((shape.data.length - 10) / 2 + 32 * random(4)))) + other,
    }
  },
  'another function': (shape, random) => ({
    ...shape,
    data: replaceAt(shape.data, 0, pick(random, selectors)),
  }),
  'another contract': (shape, random) => ({
    ...shape,
    to: pick(random, [router02, v2, kyberswap, oneInch, wrapped, thief]),
  }),
  'an added call': (shape, random) => {
    const { parts, wrap } = partsOf(shape)
    const changed = [...parts]
    for (let count = random(2); count >= 0; count--)
      changed.splice(random(changed.length + 1), 0, pick(random, added))
    return { ...shape, data: wrap(changed) }
  },
  'calls in another order, or twice, or left out': (shape, random) => {
    const { parts, wrap } = partsOf(shape)
    const changed = Array.from({ length: random(parts.length + 2) }, () => pick(random, parts))
    return { ...shape, data: wrap(changed) }
  },
  'a nested multicall': (shape, random) => {
    const { parts, wrap } = partsOf(shape)
    const nested = encode('multicall', [[...parts.slice(random(2)), pick(random, added)]])
    return {
      ...shape,
      data: pick(random, [
        wrap([nested]),
        wrap([...parts, nested]),
        wrap([shape.data]),
        encode('multicall', [`0x${word(0n)}` as never, parts]),
      ]),
    }
  },
}
