import { encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { type ScriptedContract, showTransaction } from '../../test/showTransaction.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const router = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi = parseAbi([
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
])
const permits = parseAbi([
  'function lockdown((address token, address spender)[] approvals)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
])
const token: ScriptedContract = { symbol: 'USDC', decimals: 6, price: 1, balance: 2_500_000_000n }
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

async function change(
  functionName: 'increaseAllowance' | 'decreaseAllowance',
  allowance: bigint | undefined,
  amount = 20_000_000n,
): Promise<Record<string, string>> {
  const data = encodeFunctionData({ abi, functionName, args: [router, amount] })
  const contract = allowance === undefined ? token : { ...token, allowance }
  const { facts } = await showTransaction(
    { to: usdc, data },
    { contracts: { [usdc]: contract }, known: [router] },
  )
  return Object.fromEntries(facts.map(({ label, value }) => [label, value]))
}

describe('what a visitor reads of a permission that is changed', () => {
  test.each([
    ['something is allowed', 30_000_000n, 'up to 50 USDC in total; now it is 30 USDC'],
    ['nothing is allowed', 0n, 'up to 20 USDC in total; now it is 0 USDC'],
    ['everything is allowed', maxUint256, 'all your USDC; now there is no limit'],
    [
      'what is allowed cannot be read',
      undefined,
      '20 USDC more than now. What the spender may take now could not be read, so in total it could be all your USDC.',
    ],
  ])('behavior: raised while %s', async (_, allowance, text) => {
    expect((await change('increaseAllowance', allowance))['Can be taken later']).toBe(text)
  })

  test.each([
    ['more is allowed', 30_000_000n, '10 USDC; it can still be taken'],
    ['as much is allowed', 20_000_000n, 'nothing'],
    ['less is allowed', 5_000_000n, '5 USDC, as now: the permission is too small to be lowered by so much'],
    ['everything is allowed', maxUint256, 'all your USDC; it can still be taken'],
    [
      'what is allowed cannot be read',
      undefined,
      'could not be read; perhaps the spender can still take all your USDC. To end the permission, revoke it.',
    ],
  ])('behavior: lowered while %s', async (_, allowance, text) => {
    const facts = await change('decreaseAllowance', allowance)
    expect(facts['What is left']).toBe(text)
    expect(facts['Permission ends']).toBe(text === 'nothing' ? undefined : 'never, unless you revoke it')
  })
})

describe('what a visitor reads of many permissions', () => {
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, index): Hex => `0x${`${index + 1}`.padStart(40, '0')}`)
  const contracts = Object.fromEntries([[permit2, {}], ...addresses(12).map((address) => [address, token])])

  test.each([8, 10])('behavior: %s permissions that end: each with its token and spender', async (count) => {
    const approvals = addresses(count).map((spender) => ({ token: spender, spender }))
    const data = encodeFunctionData({ abi: permits, functionName: 'lockdown', args: [approvals] })
    const { facts, risk } = await showTransaction({ to: permit2, data }, { contracts, known: [permit2] })
    const labels = facts.map(({ label }) => label)
    expect(labels.filter((label) => label === 'Spender')).toHaveLength(8)
    expect(labels.filter((label) => label === 'Token')).toHaveLength(8)
    const rest = facts.filter(({ label }) => label === 'And').map(({ value }) => value)
    if (count === 8) expect(rest).toEqual([])
    else
      expect(rest).toEqual([
        expect.stringMatching(/^2 more permissions: revoke the permissions to take .+; see Details$/),
        '2 more tokens; see Details',
      ])
    expect(risk).toBe('medium')
  })

  test('behavior: what can be taken beyond 8 tokens makes the visitor open Details', async () => {
    const show = async (count: number) => {
      const details = addresses(count).map((address) => ({
        token: address,
        amount: 1n,
        expiration: 0,
        nonce: 0,
      }))
      const permit = { details, spender: router, sigDeadline: 1n } as const
      const data = encodeFunctionData({
        abi: permits,
        functionName: 'permit',
        args: [account, permit, '0x11'],
      })
      return (await showTransaction({ to: permit2, data }, { contracts, known: [permit2, router] })).warnings
    }
    const warning = {
      level: 'danger',
      text: '2 more are not listed here. Open Details and read them before you approve.',
    }
    expect(await show(10)).toContainEqual(warning)
    expect(JSON.stringify(await show(8))).not.toContain('Details')
  })
})
