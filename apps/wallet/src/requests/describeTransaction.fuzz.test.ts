import fc from 'fast-check'
import { encodeFunctionData, type Hex, maxUint256, parseAbi, parseAbiItem } from 'viem'
import { describe, expect, test } from 'vitest'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { describeTransaction } from './describeTransaction.ts'
import { permit2 } from './permit2.ts'
import type { AssetFacts } from './readAssets.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 3000)
const own: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const token: Hex = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const collection: Hex = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const unclear: Hex = '0x1f9090aae28b8a3dceadf281b0f12828e676c326'
const limits = { usd: 100, share: 0.5 }

const erc20: AssetFacts = { symbol: 'DUSD', decimals: 6, kind: 'erc20', price: 1, balance: 10n ** 9n }
const facts: TransactionFacts = {
  simulation: { status: 'success', method: 'eth_simulateV1', complete: true, changes: [], approvals: [] },
  coin: { symbol: 'ETH', price: 3000, balance: 10n ** 20n },
  tokens: new Map([
    [token, erc20],
    [collection, { symbol: 'ARCH', kind: 'nft', price: undefined, balance: 1n }],
    [unclear, { kind: 'unclear', price: undefined, balance: undefined }],
  ]),
  areContracts: [true],
  recipients: [],
}
const show = (to: Hex, data: Hex, value = 0n) => {
  const transaction: BuiltTransaction = {
    type: 'eip1559',
    chainId: 1,
    nonce: 0,
    gas: 60_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 1n,
    to,
    value,
    data,
  }
  return describeTransaction({ transaction, facts, address: own, chainId: 'eip155:1', limits })
}

const address = fc.constantFrom<Hex>(
  own,
  token,
  collection,
  unclear,
  permit2,
  `0x${'0'.repeat(40)}`,
  `0x${'7'.repeat(40)}`,
)
const amount = fc.oneof(
  fc.constantFrom(0n, 1n, 99_000_000n, 101_000_000n, 10n ** 15n, 2n ** 95n, 2n ** 160n - 1n),
  fc.bigInt(0n, 2n ** 160n - 1n),
)
/** Arguments of functions that move or allow an amount of one token. */
const moves = {
  'function transfer(address to, uint256 amount)': fc.tuple(address, amount),
  'function transferFrom(address from, address to, uint256 amount)': fc.tuple(
    fc.constant(own),
    address,
    amount,
  ),
  'function approve(address spender, uint256 amount)': fc.tuple(address, amount),
  'function increaseAllowance(address spender, uint256 addedValue)': fc.tuple(address, amount),
  'function withdraw(uint256 amount)': fc.tuple(amount),
} as const

describe('describeTransaction', () => {
  test(`behavior: ${runs} random calls: only a small amount of a known token is medium risk`, () => {
    const calls = fc
      .constantFrom(...(Object.keys(moves) as (keyof typeof moves)[]))
      .chain((signature) =>
        (moves[signature] as fc.Arbitrary<readonly unknown[]>).map((args) => ({ signature, args })),
      )
    const count = { medium: 0, high: 0 }
    fc.assert(
      fc.property(calls, address, fc.boolean(), ({ signature, args }, to, isWrapped) => {
        const item = parseAbiItem(signature as string) as never
        const inner = encodeFunctionData({ abi: [item], args } as never)
        const multicall = parseAbi(['function multicall(bytes[] data)'])
        const data = isWrapped ? encodeFunctionData({ abi: multicall, args: [[inner]] }) : inner
        const { risk } = show(to, data)
        const number = args.find((arg) => typeof arg === 'bigint') ?? maxUint256
        const toSelf = /^function transfer/.test(signature) && args.at(-2) === own
        const isRevoked =
          to === collection && signature.includes(' approve') && /^0x0{40}$/.test(`${args[0]}`)
        if (risk === 'medium') {
          count.medium += 1
          const isSmall = to === token && (number < 100_000_000n || toSelf)
          expect([signature, args, to, isSmall || isRevoked]).toEqual([signature, args, to, true])
        } else count.high += 1
      }),
      { numRuns: runs },
    )
    expect(Math.min(count.medium, count.high)).toBeGreaterThan(runs / 100)
  })

  test('behavior: the longest lists are described quickly, in few lines', () => {
    const abi = parseAbi([
      'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
      'function lockdown((address token, address spender)[] approvals)',
    ])
    const batch = parseAbi([
      'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
    ])
    const numbers = Array.from({ length: 1000 }, (_, index) => BigInt(index))
    const addresses = numbers.map((number): Hex => `0x${(number + 1n).toString(16).padStart(40, '0')}`)
    const ids = [own, token, numbers, numbers, '0x'] as const
    const approvals = addresses.map((spender) => ({ token, spender }))
    const transfers = addresses.slice(500).map((to) => ({ from: own, to, amount: 5n, token: to }))
    for (const [to, data] of [
      [collection, encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args: ids })],
      [permit2, encodeFunctionData({ abi, functionName: 'lockdown', args: [approvals] })],
      [permit2, encodeFunctionData({ abi: batch, args: [transfers] })],
    ] as [Hex, Hex][]) {
      const start = performance.now()
      const description = show(to, data)
      expect(performance.now() - start).toBeLessThan(5000)
      expect(description.title).toMatch(/and 997 more( NFTs)?$|and 497 more to 500 recipients$/)
      // 8 entries of two lines each, 8 tokens, and what is said once.
      expect(description.facts.length).toBeLessThan(32)
      expect(description.warnings.length).toBeLessThan(10)
    }
  })
})
