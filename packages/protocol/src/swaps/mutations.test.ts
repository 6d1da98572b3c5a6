import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAgreedSwap } from './isAgreedSwap.ts'
import { readSwap } from './readSwap.ts'
import { mutations, type Random } from './testing/mutateSwap.ts'
import { amountIn, minimumOut, parties } from './testing/parties.ts'
import { type SwapShape, swapShapes } from './testing/swapShapes.ts'
import { worstCase } from './testing/worstCase.ts'

/** Of each form; the forms together are more than 5,000 at any setting. */
const runs = Number(process.env.FUZZ_RUNS ?? 400)
const { account, chainId } = parties

/** Says what is wrong with a changed swap that passes; undefined if nothing is, or it does not pass. */
function wrongIn(call: { to: string; data: string; value: bigint }, shape: SwapShape): string | undefined {
  const agreed = {
    account,
    amountIn,
    minimumOut: shape.minimumOut ?? minimumOut,
    tokenIn: shape.tokenIn,
    tokenOut: shape.tokenOut,
  }
  const terms = readSwap({ chainId, account, ...call })
  if (!terms || !isAgreedSwap(terms, agreed)) return undefined
  const result = worstCase(call)
  // A transaction that fails moves nothing.
  if (!result) return undefined
  const { changes, allowed } = result
  const gets = changes.get(shape.tokenOut) ?? 0n
  if (gets < agreed.minimumOut) return `gets ${gets}`
  for (const [token, change] of changes)
    if (change < (token === shape.tokenIn ? -amountIn : 0n)) return `loses ${change} of ${token}`
  for (const [token, amount] of allowed)
    if (amount > (token === shape.tokenIn ? amountIn : 0n)) return `allows ${amount} of ${token}`
  return undefined
}

describe('swaps that somebody has changed', () => {
  test.each(Object.entries(swapShapes))('behavior: unchanged, it pays what was agreed to: %s', (_, shape) => {
    const result = worstCase(shape)
    expect(result?.changes.get(shape.tokenOut)).toBe(shape.minimumOut ?? minimumOut)
    expect(result?.changes.get(shape.tokenIn)).toBe(-amountIn)
    expect(wrongIn(shape, shape)).toBeUndefined()
  })

  test.each(Object.keys(mutations))(
    `error: %s, ${runs} times each form: none passes that pays less, or another`,
    (name) => {
      for (const [form, shape] of Object.entries(swapShapes))
        fc.assert(
          fc.property(fc.infiniteStream(fc.nat()), (stream) => {
            const numbers = stream[Symbol.iterator]()
            const random: Random = (below) => (numbers.next().value as number) % below
            const call = mutations[name]?.(shape, random) ?? expect.fail()
            const wrong = wrongIn(call, shape)
            if (wrong)
              throw new Error(`${form}: ${wrong} with ${JSON.stringify({ ...call, value: `${call.value}` })}`)
          }),
          { numRuns: Math.ceil(runs / Object.keys(mutations).length) },
        )
    },
  )

  test('behavior: the model notices what the readers must refuse', () => {
    // Without this, an empty model would let everything pass.
    const noticed = new Set<string>()
    for (const [name, mutate] of Object.entries(mutations))
      for (const shape of Object.values(swapShapes))
        for (let seed = 0; seed < 10; seed++) {
          let state = seed * 7919 + 13
          const random: Random = (below) => {
            state = (state * 1_103_515_245 + 12_345) % 2 ** 31
            return Math.floor((state / 2 ** 31) * below)
          }
          const result = worstCase(mutate(shape, random))
          const gets = result?.changes.get(shape.tokenOut) ?? 0n
          const loses = [...(result?.changes ?? [])].some(
            ([token, change]) => change < (token === shape.tokenIn ? -amountIn : 0n),
          )
          if (result && (gets < (shape.minimumOut ?? minimumOut) || loses)) noticed.add(name)
        }
    expect([...noticed]).toEqual(
      expect.arrayContaining([
        'another recipient',
        'a lower minimum',
        'an added call',
        'another token',
        'a nested multicall',
        'an offset that leads elsewhere',
        'other coins',
        'another amount',
      ]),
    )
  })
})
