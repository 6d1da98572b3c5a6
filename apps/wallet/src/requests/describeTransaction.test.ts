import type { SimulateResponse } from '@portico/protocol/gateway'
import { encodeFunctionData, maxUint256, parseAbi, parseEther, parseGwei } from 'viem'
import { describe, expect, test } from 'vitest'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { describeTransaction } from './describeTransaction.ts'
import { caveatCoding } from './permissions/caveatCoding.ts'
import { revocationOf } from './permissions/revocationOf.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { turnOffCall } from './turnOffCall.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
])
const plain: BuiltTransaction = {
  type: 'eip1559',
  chainId: 31337,
  nonce: 7,
  gas: 21_000n,
  maxFeePerGas: parseGwei('3'),
  maxPriorityFeePerGas: parseGwei('1'),
  to: bob,
  value: parseEther('1'),
  data: '0x',
}
const success: SimulateResponse = {
  status: 'success',
  method: 'eth_simulateV1',
  complete: true,
  changes: [],
  approvals: [],
}
const sent: SimulateResponse = {
  ...success,
  changes: [{ direction: 'out', kind: 'native', amount: parseEther('1').toString(), verified: true }],
}
const known: TransactionFacts = {
  simulation: sent,
  coin: { symbol: 'ETH', price: 3000, balance: parseEther('1000') },
  tokens: new Map([
    [token.toLowerCase(), { symbol: 'DUSD', decimals: 6, kind: 'erc20', price: 1, balance: 1_000_000_000n }],
  ]),
  areContracts: [true],
  recipients: [bob.toLowerCase(), token.toLowerCase()],
}
const ask = (transaction: Partial<BuiltTransaction> = {}, facts: Partial<TransactionFacts> = {}) =>
  describeTransaction({
    transaction: { ...plain, ...transaction },
    facts: { ...known, ...facts },
    address,
    chainId: 'eip155:31337',
    limits: { usd: 10_000, share: 1 },
  })
const call = (data: `0x${string}`, facts: Partial<TransactionFacts> = {}) =>
  ask({ to: token, value: 0n, data, gas: 60_000n }, { simulation: success, ...facts })
const texts = (description: ReturnType<typeof ask>) => description.warnings.map(({ text }) => text).join(' ')

describe('describeTransaction', () => {
  test('behavior: a plain transfer', () => {
    const description = ask()
    expect(description).toMatchObject({ title: 'Send 1 ETH', warnings: [], risk: 'medium' })
    expect(description.facts).toEqual([
      { label: 'You send now', value: '1 ETH', kind: 'out' },
      { label: 'You receive now', value: 'nothing' },
      { label: 'To', value: bob, kind: 'address' },
      { label: 'Fee, at most', value: '0.000063 ETH · $0.19' },
      { label: 'Network', value: 'Local One (test network: nothing here has real value)' },
    ])
    expect(description.details).toContainEqual({ label: 'Nonce', value: '7' })
  })

  test('behavior: tokens to a new recipient', () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 120_000_000n] })
    const change = {
      direction: 'out',
      kind: 'erc20',
      token,
      amount: '120000000',
      verified: true,
      symbol: 'DUSD',
      decimals: 6,
    } as const
    const description = call(data, { recipients: [], simulation: { ...success, changes: [change] } })
    expect(description.title).toBe('Send 120 DUSD')
    expect(description.facts.slice(0, 4)).toEqual([
      { label: 'You send now', value: '120 DUSD', kind: 'out' },
      { label: 'You receive now', value: 'nothing' },
      { label: 'To', value: bob, kind: 'address' },
      { label: 'Token', value: token, kind: 'address' },
    ])
    expect(texts(description)).toBe(
      'This is the first time you send to this address. Check the whole address before you approve.',
    )
  })

  test.each<[string, () => ReturnType<typeof ask>, RegExp]>([
    ['a new contract', () => ask({ to: undefined, value: 0n, data: '0x6000' }), /new contract/],
    [
      'an unlimited allowance',
      () => call(encodeFunctionData({ abi, functionName: 'approve', args: [bob, maxUint256] })),
      /no limit/,
    ],
    [
      'a whole collection',
      () => call(encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [bob, true] })),
      /can take all your NFTs of this collection until you revoke it, without paying/,
    ],
    [
      'an unlimited allowance inside a multicall',
      () =>
        call(
          encodeFunctionData({
            abi,
            functionName: 'multicall',
            args: [[encodeFunctionData({ abi, functionName: 'approve', args: [bob, maxUint256] })]],
          }),
        ),
      /no limit/,
    ],
    [
      'tokens to their own contract',
      () => call(encodeFunctionData({ abi, functionName: 'transfer', args: [token, 1n] })),
      /own contract/,
    ],
    ['no simulation', () => ask({}, { simulation: undefined }), /Could not simulate/],
    [
      'an incomplete simulation',
      () => ask({}, { simulation: { ...sent, complete: false } }),
      /Could not simulate the whole/,
    ],
    [
      'a transaction that would fail',
      () => ask({}, { simulation: { ...success, status: 'reverted', revertReason: 'closed' } }),
      /would fail now with the error “closed”/,
    ],
    [
      'a hidden permission',
      () =>
        call('0x12345678', {
          simulation: {
            ...success,
            approvals: [{ kind: 'all', token, spender: bob, approved: true, verified: true }],
          },
        }),
      /someone else/,
    ],
    ['a look-alike', () => ask({}, { recipients: [`0x7099${'0'.repeat(32)}79c8`] }), /only looks like/],
    ['a call without a contract', () => call('0x12345678', { areContracts: [false] }), /no contract/],
  ])('behavior: high risk: %s', (_, describeIt, expected) => {
    const description = describeIt()
    expect(description.risk).toBe('high')
    expect(texts(description)).toMatch(expected)
  })

  const failing = (revertReason?: string): SimulateResponse => ({
    ...success,
    status: 'reverted',
    revertReason,
  })
  test.each<[string, string | undefined, string]>([
    ['a custom error', 'custom error 0x12345678', 'It would fail now: the contract refuses it.'],
    ['no reason', undefined, 'It would fail now.'],
    ['a reason of the contract', 'closed', 'It would fail now with the error “closed”.'],
    [
      'a low balance that only the contract reports',
      'ERC20: transfer amount exceeds balance',
      'It would fail now: the contract says that a balance is too low.',
    ],
    [
      'a missing permission',
      'custom error 0xfb8f41b2',
      'It would fail now: the contract says that it may not take the tokens.',
    ],
    ['a deadline', 'UniswapV2Router: EXPIRED', 'It would fail now: the contract says that its time is over.'],
    [
      'a changed price',
      'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT',
      'It would fail now: the contract says that the price has changed.',
    ],
    // A contract could claim it.
    [
      'an error like that of a node',
      'insufficient funds',
      'It would fail now with the error “insufficient funds”.',
    ],
  ])('behavior: says in words why it would fail: %s', (_, reason, expected) => {
    const { failure, warnings, details } = call('0x12345678', { simulation: failing(reason) })
    expect(failure).toBe(expected)
    expect(warnings.map(({ text }) => text)).toContain(`${expected} Then only the fee leaves your account.`)
    expect(details.some(({ label, value }) => label === 'Reported error' && value === reason)).toBe(
      reason !== undefined,
    )
  })

  test('behavior: says what is missing, if the account has too little', () => {
    const coin = { symbol: 'ETH', price: 3000, balance: parseEther('1') }
    expect(ask({}, { coin, simulation: failing('insufficient funds for gas * price + value') }).failure).toBe(
      'Not enough ETH: it would fail now.',
    )
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1_000_000_001n] })
    expect(call(data, { simulation: failing('ERC20: transfer amount exceeds balance') }).failure).toBe(
      'Not enough DUSD: it would fail now.',
    )
    expect(ask({}, { coin }).failure).toBeUndefined()
    // A simulation does not say that nobody can pay the fee.
    expect(call(data, { coin: { ...coin, balance: 1n } }).failure).toBe(
      'Not enough ETH and DUSD: it would fail now.',
    )
  })

  test('behavior: a successful simulation never lowers the risk', () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [bob, maxUint256] })
    expect(call(data, { simulation: success }).risk).toBe('high')
    expect(call('0x12345678').risk).toBe('high')
    expect(texts(call('0x12345678'))).toContain(
      `The wallet cannot read what this call does (function 0x12345678 of ${token}): it could take more than is shown here, now or later.`,
    )
    expect(call('0x12345678').title).toBe('Unknown call')
    // The native coin is shown as leaving even if the node's simulation omits it.
    expect(ask({}, { simulation: success }).facts[0]).toEqual({
      label: 'You send now',
      value: '1 ETH',
      kind: 'out',
    })
  })

  test('behavior: the amount in the calldata is shown in full, even if the simulation returns some of it', () => {
    const paid = { to: token, data: '0x12345678', value: parseEther('10') } as const
    const native = (direction: 'in' | 'out', amount: string) =>
      ask(paid, {
        simulation: {
          ...success,
          changes: [{ direction, kind: 'native', amount: parseEther(amount).toString(), verified: true }],
        },
      }).facts.slice(0, 2)
    const all = { label: 'You send now', value: '10 ETH', kind: 'out' }
    const back = (value: string) => ({ label: 'You receive now', value: `${value} (claimed)`, kind: 'in' })
    expect(native('in', '1')).toEqual([all, back('11 ETH')])
    expect(native('out', '0.5')).toEqual([all, back('9.5 ETH')])
    expect(native('out', '10')).toEqual([
      { ...all, value: '10 ETH, in a simulation' },
      { label: 'You receive now', value: 'nothing, in a simulation' },
    ])
    expect(native('out', '12')[0]).toEqual({ ...all, value: '12 ETH, in a simulation' })
  })

  test('behavior: a sent token is shown even if the simulation does not report it', () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 120_000_000n] })
    expect(call(data).facts[0]).toEqual({ label: 'You send now', value: '120 DUSD', kind: 'out' })
    const own = encodeFunctionData({ abi, functionName: 'transfer', args: [address, 120_000_000n] })
    expect(call(own).facts[0]).toEqual({
      label: 'Now',
      value: 'what you send comes back to you, and you pay the fee',
    })
  })

  test('behavior: outgoing assets come first, and a long list does not hide fee and contract', () => {
    const gift = (index: number) =>
      ({
        direction: 'in',
        kind: 'erc20',
        token: `0x${index.toString(16).padStart(40, '0')}`,
        amount: '1',
        verified: false,
        symbol: 'GIFT',
        decimals: 0,
      }) as const
    const theft = { ...gift(99), direction: 'out', symbol: 'USDC' } as const
    const approval = {
      kind: 'erc20',
      token,
      amount: '5',
      spender: bob,
      approved: true,
      verified: true,
    } as const
    const { facts } = call('0x12345678', {
      simulation: {
        ...success,
        changes: [...Array.from({ length: 20 }, (_, index) => gift(index)), theft],
        approvals: [approval, approval, approval],
      },
    })
    expect(facts[0]).toEqual({ label: 'You send now', value: '1 USDC (claimed)', kind: 'out' })
    expect(facts[4]).toEqual({ label: 'And', value: '17 more changes; see Details' })
    expect(facts.map(({ label }) => label).slice(-3)).toEqual(['Contract', 'Fee, at most', 'Network'])
    expect(facts.length).toBeLessThanOrEqual(14)
  })

  test('behavior: permissions that are not listed are counted', () => {
    const approve = encodeFunctionData({ abi, functionName: 'approve', args: [bob, 5n] })
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [Array(12).fill(approve)] })
    expect(call(data).facts).toContainEqual({
      label: 'And',
      value: expect.stringMatching(
        /^4 more permissions: let someone take up to 0\.000005 DUSD, .+; see Details$/,
      ),
    })
    const spenders = call(data).facts.filter(({ label }) => label.startsWith('Spender'))
    expect(spenders.map(({ label }) => label)).toEqual(['Spender, for all of these'])
    const approval = {
      kind: 'erc20',
      token,
      amount: '5',
      spender: bob,
      approved: true,
      verified: true,
    } as const
    const simulation = { ...success, approvals: Array(11).fill(approval) }
    expect(call('0x12345678', { simulation }).facts).toContainEqual({
      label: 'And',
      value: '3 more permissions; see Details',
    })
  })

  test('behavior: a high fee', () => {
    expect(texts(ask({ maxFeePerGas: parseGwei('2000') }))).toContain('more than $50')
    const unpricedCoin = { coin: { symbol: 'ETH', price: undefined, balance: undefined } }
    const little = { value: parseEther('0.001') }
    expect(texts(ask({ ...little, maxFeePerGas: parseGwei('50') }, unpricedCoin))).toContain('5%')
    expect(texts(ask({ ...little, maxFeePerGas: parseGwei('8') }))).toContain('5%')
    // A page may request any fee; a very high one is approved in the wallet window.
    expect(ask({ maxFeePerGas: parseGwei('200000') })).toMatchObject({ risk: 'high' })
    expect(texts(ask({ maxFeePerGas: parseGwei('200000') }))).toContain('more than $1,000')
    const unknown = { coin: { symbol: 'XYZ', price: undefined, balance: undefined } }
    expect(ask({ maxFeePerGas: parseGwei('5000') }, unknown)).toMatchObject({ risk: 'high' })
    const unpriced = ask({}, { coin: { symbol: undefined, price: undefined, balance: undefined } })
    expect(unpriced.facts).toContainEqual({ label: 'Fee, at most', value: '0.000063 coins · test coins' })
  })

  test('behavior: a small fee has no warning, however little is sent', () => {
    const little = { value: parseEther('0.0001') }
    expect(texts(ask({ ...little, maxFeePerGas: parseGwei('7') }))).not.toContain('fee')
    const unpricedCoin = { coin: { symbol: 'ETH', price: undefined, balance: undefined } }
    expect(texts(ask({ ...little, maxFeePerGas: parseGwei('47') }, unpricedCoin))).not.toContain('fee')
  })

  test('behavior: who cannot pay for revoking a permission learns what to do, and who pays if somebody does', () => {
    const amount = { kind: 'coin', amount: 5n } as const
    const expiresAt = Date.parse('2026-06-02T12:00:00Z') / 1000
    const caveats = caveatCoding.write({ terms: { delegate: bob, expiresAt, allowed: amount }, nonce: 0n })
    const of = { delegate: bob, delegator: address, salt: 1n } as const
    const revoke = (
      requested: { to: `0x${string}` | undefined; data: `0x${string}` },
      balance: bigint,
      more: Partial<Parameters<typeof describeTransaction>[0]> = {},
    ) =>
      describeTransaction({
        transaction: { ...plain, ...requested, value: 0n, gas: 100_000n },
        facts: { ...known, simulation: success, coin: { ...known.coin, balance } },
        ...{ address, chainId: 'eip155:31337', limits: { usd: 10_000, share: 1 }, ...more },
      })
    const end = ({ to, data } = revocationOf({ ...of, caveats })) => ({ to, data })
    const one = end()
    const unpaid =
      'Not enough ETH for the fee: it would fail now. Get some first, or wait: the permission works until 2026-06-02 12:00 UTC at the latest.'
    const poor = revoke(one, 0n)
    expect(poor).toMatchObject({ title: 'Revoke a permission', failure: unpaid })
    // Nothing is taken from whoever cannot pay.
    expect(poor.warnings.filter(({ text }) => /fail|leaves/.test(text))).toEqual([
      { level: 'danger', text: unpaid },
    ])
    expect(revoke(turnOffCall, 0n).failure).toBe(
      'Not enough ETH for the fee: it would fail now. Get some first, or wait: permissions from this wallet work for seven days at most.',
    )
    // The end of what the wallet cannot read is not known.
    expect(revoke(end(revocationOf({ ...of, caveats: [] })), 0n).failure).toBe(
      'Not enough ETH: it would fail now.',
    )
    expect(revoke(one, parseEther('1')).failure).toBeUndefined()
    const paid = revoke(one, 0n, { payment: { by: 'sponsor', name: 'Shop' } })
    expect(paid.failure).toBeUndefined()
    expect(paid.facts).toContainEqual({ label: 'Fee', value: 'Paid by Shop' })
  })

  test('behavior: only the fee leaves with what fails, and nothing for want of the fee', () => {
    const failing = (
      more: Partial<Parameters<typeof describeTransaction>[0]>,
      balance = parseEther('1000'),
    ) =>
      describeTransaction({
        transaction: { ...plain, to: token, value: 0n, data: '0x12345678' },
        facts: { ...known, simulation: success, coin: { ...known.coin, balance } },
        ...{ address, chainId: 'eip155:31337', limits: { usd: 10_000, share: 1 }, ...more },
      })
    const said = (description: ReturnType<typeof ask>) =>
      description.warnings.map(({ text }) => text).filter((text) => text.includes('fail'))
    // A node says so, whatever the simulation says.
    expect(said(failing({ fails: true }))).toEqual([
      'It would fail now. Then only the fee leaves your account.',
    ])
    const unsimulated = failing({ fails: true, facts: { ...known, simulation: undefined } })
    expect(texts(unsimulated)).toContain('It would fail now. Then only the fee leaves your account.')
    expect(texts(unsimulated)).toContain('Could not simulate the transaction')
    expect(said(failing({}, 0n))).toEqual([
      'Not enough ETH: it would fail now. Then nothing leaves your account.',
    ])
  })

  test('behavior: revoking a permission is not dangerous', () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [bob, 0n] })
    expect(call(data)).toMatchObject({
      title: 'Revoke the permission to take your DUSD',
      warnings: [],
      risk: 'medium',
    })
  })
})
