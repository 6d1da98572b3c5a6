import { RpcError } from '@portico/protocol'
import { encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { account, type ScriptedContract, showTransaction } from '../../test/showTransaction.ts'
import type { Description } from '../approve/Description.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const obscure = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const odd = '0x1f9090aaE28b8a3dCeaDf281B0F12828e676c326'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const usd: ScriptedContract = { symbol: 'USDC', decimals: 6, price: 1, balance: 1_000_000_000n }
const nft: ScriptedContract = { symbol: 'BAYC', supports: { '0x80ac58cd': true } }
const contracts: Record<string, ScriptedContract> = {
  [usdc]: usd,
  [obscure]: { symbol: 'OBS', decimals: 18, balance: 10n ** 24n },
  [apes]: nft,
  [permit2]: {},
  [multicall3]: {},
}

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function mint(uint256 id)',
])
const erc721 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function permit(address spender, uint256 id, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const erc721Data = parseAbi(['function safeTransferFrom(address from, address to, uint256 id, bytes data)'])
const erc1155 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
const permits = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const daiPermits = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function lockdown((address token, address spender)[] approvals)',
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transfer, address owner, bytes signature)',
])
const permit2Batch = parseAbi([
  'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
])
const permit2Single = parseAbi([
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
])
const maxUint160 = 2n ** 160n - 1n
const word = `0x${'11'.repeat(32)}` as const
const signature = `0x${'11'.repeat(65)}` as const
const known = [bob, usdc, obscure, apes, permit2]

type Options = NonNullable<Parameters<typeof showTransaction>[1]>
const show = (to: Hex, data: Hex, options: Options = {}) =>
  showTransaction({ to, data }, { contracts, known, ...options })
const pay = (ether: string, options: Options = {}) =>
  showTransaction({ to: bob, value: parseEther(ether) }, { contracts, known, ...options })
const usdcCall = (
  functionName: 'transfer' | 'approve' | 'increaseAllowance',
  amount: bigint,
  options: Options = {},
) => show(usdc, encodeFunctionData({ abi, functionName, args: [bob, amount] }), options)
const textOf = ({ title, facts, warnings }: Description) =>
  [title, ...facts.map(({ label, value }) => `${label}: ${value}`), ...warnings.map(({ text }) => text)].join(
    '\n',
  )

describe('the risk of a transaction', () => {
  test.each<[string, () => Promise<Description>, RegExp]>([
    [
      '1,000 ETH',
      () => pay('1000', { coin: { symbol: 'ETH', price: 3000, balance: parseEther('1500') } }),
      /about \$3,000,00\d/,
    ],
    ['coins above the limit', () => pay('0.034'), /about \$102/],
    ['coins that reach the limit with the fee', () => pay('0.0333'), /about \$100/],
    [
      'coins without a price',
      () => pay('0.001', { coin: { symbol: 'XYZ', balance: parseEther('10') } }),
      /no price for ETH/,
    ],
    [
      'most of a small balance',
      () => pay('0.003', { coin: { symbol: 'ETH', price: 3000, balance: parseEther('0.004') } }),
      /75% of your ETH/,
    ],
    [
      'an unknown balance',
      () => pay('0.003', { coin: { symbol: 'ETH', price: 3000 } }),
      /Your balance of ETH could not be read/,
    ],
    ['tokens above the limit', () => usdcCall('transfer', 101_000_000n), /about \$102/],
    [
      'tokens without a price',
      () => show(obscure, encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] })),
      /no price for OBS/,
    ],
    ['an allowance of 10^15 units', () => usdcCall('approve', 10n ** 15n), /about \$1,000,000,001/],
    ['an added allowance above the limit', () => usdcCall('increaseAllowance', 101_000_000n), /about \$102/],
    [
      'an allowance above the balance',
      () =>
        usdcCall('approve', 50_000_000n, {
          contracts: { ...contracts, [usdc]: { ...usd, balance: 1_000_000n } },
        }),
      /You have only 1 USDC now/,
    ],
    [
      'an allowance of an unpriced token',
      () => show(obscure, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 5n] })),
      /no price for OBS/,
    ],
    [
      'an unknown selector',
      () => show(usdc, '0x12345678'),
      /cannot read what this call does \(function 0x12345678 of/,
    ],
    [
      'an unknown selector without any effect in a simulation',
      () => show(usdc, encodeFunctionData({ abi, functionName: 'mint', args: [1n] })),
      /cannot read what this call does \(function 0xa0712d68 of/,
    ],
    [
      'an unknown selector inside a multicall',
      () => show(usdc, encodeFunctionData({ abi, functionName: 'multicall', args: [['0xdeadbeef']] })),
      /cannot read what this call does \(function 0xdeadbeef of/,
    ],
    [
      'small transfers that are large together',
      () => {
        const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 40_000_000n] })
        return show(usdc, encodeFunctionData({ abi, functionName: 'multicall', args: [[data, data, data]] }))
      },
      /about \$121/,
    ],
    [
      'calls that another contract makes',
      () => {
        const callData = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] })
        const args = [[{ target: usdc, allowFailure: false, callData }]] as const
        return show(multicall3, encodeFunctionData({ abi, functionName: 'aggregate3', args }))
      },
      /in its own name: 0xcA11bde05977b3631167028862bE2a173976CA11/,
    ],
    [
      'a simulation that takes more',
      () =>
        usdcCall('transfer', 1n, {
          simulation: {
            changes: [{ direction: 'out', kind: 'erc20', token: obscure, amount: '5', verified: true }],
          },
        }),
      /more leaves your account/,
    ],
    [
      'a simulation that takes more of the same token',
      () =>
        usdcCall('transfer', 1n, {
          simulation: {
            changes: [{ direction: 'out', kind: 'erc20', token: usdc, amount: '5', verified: true }],
          },
        }),
      /more leaves your account/,
    ],
    [
      'a permission that only a simulation shows',
      () =>
        usdcCall('transfer', 1n, {
          simulation: {
            approvals: [
              { kind: 'erc20', token: obscure, spender: carol, amount: '5', approved: true, verified: true },
            ],
          },
        }),
      /a permission that the call does not mention/,
    ],
    [
      'a price for other decimals than the contract’s',
      () =>
        usdcCall('transfer', 1_000_000n, {
          contracts: { ...contracts, [usdc]: { ...usd, pricedDecimals: 18 } },
        }),
      /no price for USDC/,
    ],
    [
      'a token with impossible decimals',
      () =>
        usdcCall('transfer', 1_000_000n, { contracts: { ...contracts, [usdc]: { ...usd, decimals: 77 } } }),
      /Of a token, .+ of its smallest units .+; of a collection, NFT #/,
    ],
    [
      'so much of a token with a large supply that it would be an allowance without a limit',
      () =>
        usdcCall('transfer', 2n ** 96n, {
          contracts: {
            ...contracts,
            [usdc]: { ...usd, symbol: 'SHIB', decimals: 18, price: 1e-5, balance: 2n ** 99n },
          },
        }),
      /about \$792,282/,
    ],
    [
      'an unwrapping above the limit',
      () => show(usdc, encodeFunctionData({ abi, functionName: 'withdraw', args: [101_000_000n] })),
      /about \$102/,
    ],
    [
      'a deposit at a contract that is no token, which may take tokens that it was allowed to spend',
      () => show(multicall3, encodeFunctionData({ abi, functionName: 'deposit' })),
      /cannot read what this call does \(function 0xd0e30db0 of/,
    ],
    [
      'a deposit at a token without a price',
      () => show(obscure, encodeFunctionData({ abi, functionName: 'deposit' })),
      /no price for OBS/,
    ],
    [
      'a wrapping above the limit',
      () =>
        showTransaction(
          { to: usdc, value: parseEther('1'), data: encodeFunctionData({ abi, functionName: 'deposit' }) },
          { contracts, known },
        ),
      /about \$3,001/,
    ],
    [
      'a fee above the limit',
      () =>
        showTransaction(
          { to: bob, value: 1n, gas: '0x5208', maxFeePerGas: '0x1d1a94a2000' },
          { contracts, known },
        ),
      /about \$126/,
    ],
  ])('error: high: %s', async (_, describeIt, reason) => {
    const description = await describeIt()
    expect(textOf(description)).toMatch(reason)
    expect(description.risk).toBe('high')
  })

  test.each<[string, () => Promise<Description>]>([
    ['coins below the limit', () => pay('0.03')],
    ['tokens below the limit', () => usdcCall('transfer', 99_000_000n)],
    [
      'half of the balance',
      () => pay('0.01', { coin: { symbol: 'ETH', price: 3000, balance: parseEther('0.02') } }),
    ],
    ['an allowance below the limit', () => usdcCall('approve', 99_000_000n)],
    ['an added allowance below the limit', () => usdcCall('increaseAllowance', 99_000_000n)],
    ['taking back an allowance', () => usdcCall('approve', 0n)],
    [
      'taking back a collection',
      () => show(apes, encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [bob, false] })),
    ],
    [
      'taking back an NFT',
      () =>
        show(apes, encodeFunctionData({ abi, functionName: 'approve', args: [zeroAddress, 5n] }), {
          known: [...known, zeroAddress],
        }),
    ],
    [
      'taking back permissions at Permit2',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'lockdown',
            args: [[{ token: usdc, spender: bob }]],
          }),
        ),
    ],
    [
      'a small allowance at Permit2',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'approve',
            args: [usdc, bob, 5_000_000n, 1_900_000_000],
          }),
        ),
    ],
    [
      'wrapping a little',
      () =>
        showTransaction(
          { to: usdc, value: parseEther('0.01'), data: encodeFunctionData({ abi, functionName: 'deposit' }) },
          { contracts, known },
        ),
    ],
    [
      'all coins, to the own address',
      () => showTransaction({ to: account, value: parseEther('9') }, { contracts, known: [account] }),
    ],
  ])('behavior: medium: %s', async (_, describeIt) => {
    const description = await describeIt()
    expect(textOf(description)).not.toMatch(/unknown|no price/i)
    expect(description.risk).toBe('medium')
  })

  test('param: riskLimits: the operator’s limits decide', async () => {
    const limited = (usdLimit: number, share: number) =>
      pay('1', { riskLimits: { usd: usdLimit, share } }).then(({ risk }) => risk)
    expect(await limited(3001, 0.5)).toBe('medium')
    expect(await limited(2999, 0.5)).toBe('high')
    expect(await limited(3001, 0.1)).toBe('medium')
    expect(await limited(3001, 0.09)).toBe('high')
  })
})

describe('permissions', () => {
  test.each<[string, () => Promise<Description>, RegExp]>([
    [
      'Permit2.approve without a limit',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'approve',
            args: [usdc, bob, maxUint160, 2 ** 48 - 1],
          }),
        ),
      /Let someone take all your USDC[\s\S]*Can be taken later: all your USDC, also what you get in future\nSpender: 0x7099.*\nPermission ends: never[\s\S]*Token: 0xA0b8[\s\S]*no limit/,
    ],
    [
      'Permit2.permit',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Single,
            functionName: 'permit',
            args: [
              account,
              {
                details: { token: usdc, amount: maxUint160, expiration: 1_900_000_000, nonce: 0 },
                spender: bob,
                sigDeadline: 1n,
              },
              signature,
            ],
          }),
        ),
      /Let someone take all your USDC[\s\S]*Permission ends: 2030-03-17 17:46 UTC/,
    ],
    [
      'Permit2.permit for several tokens',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Batch,
            functionName: 'permit',
            args: [
              account,
              {
                details: [
                  { token: usdc, amount: maxUint160, expiration: 1, nonce: 0 },
                  { token: obscure, amount: 5n, expiration: 1, nonce: 0 },
                ],
                spender: bob,
                sigDeadline: 1n,
              },
              signature,
            ],
          }),
        ),
      /Let someone take all your USDC and up to 0\.000000000000000005 OBS[\s\S]*all your USDC[\s\S]*0\.000000000000000005 OBS/,
    ],
    [
      'Permit2.transferFrom',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'transferFrom',
            args: [account, bob, 500_000_000n, usdc],
          }),
        ),
      /Send 500 USDC[\s\S]*You send now: 500 USDC[\s\S]*To: 0x7099/,
    ],
    [
      'Permit2.transferFrom, several',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Batch,
            functionName: 'transferFrom',
            args: [
              [
                { from: account, to: bob, amount: 500_000_000n, token: usdc },
                { from: account, to: carol, amount: 1n, token: obscure },
              ],
            ],
          }),
        ),
      /Send 500 USDC and 0\.000000000000000001 OBS to 2 recipients[\s\S]*You send now: 500 USDC\nTo: 0x7099.*\nYou send now: 0\.000000000000000001 OBS\nTo \(new to you\): 0x3C44/,
    ],
    [
      'Permit2.permitTransferFrom',
      () =>
        show(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'permitTransferFrom',
            args: [
              { permitted: { token: usdc, amount: maxUint256 }, nonce: 0n, deadline: 1n },
              { to: bob, requestedAmount: 500_000_000n },
              account,
              signature,
            ],
          }),
        ),
      /Send 500 USDC/,
    ],
    [
      'a Permit2 function of another contract',
      () =>
        show(
          usdc,
          encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [usdc, bob, 1n, 1] }),
        ),
      /cannot read what this call does \(function 0x87517c45 of/,
    ],
    [
      'a token function of Permit2',
      () => show(permit2, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 1n] })),
      /cannot read what this call does \(function 0x095ea7b3 of/,
    ],
    [
      'permit (ERC-2612)',
      () =>
        show(
          usdc,
          encodeFunctionData({
            abi: permits,
            functionName: 'permit',
            args: [account, bob, maxUint256, 1n, 27, word, word],
          }),
        ),
      /Let someone take all your USDC[\s\S]*no limit/,
    ],
    [
      'permit (DAI)',
      () =>
        show(
          usdc,
          encodeFunctionData({
            abi: daiPermits,
            functionName: 'permit',
            args: [account, bob, 0n, 0n, true, 27, word, word],
          }),
        ),
      /Let someone take all your USDC[\s\S]*no limit/,
    ],
    [
      'permit of an NFT',
      () =>
        show(
          apes,
          encodeFunctionData({ abi: erc721, functionName: 'permit', args: [bob, 5n, 1n, 27, word, word] }),
        ),
      /Let someone take NFT #5 \(BAYC\)/,
    ],
    [
      'increaseAllowance without a limit',
      () => usdcCall('increaseAllowance', maxUint256),
      /all your USDC[\s\S]*no limit/,
    ],
    [
      'setApprovalForAll',
      () => show(apes, encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [bob, true] })),
      /Let someone take all your NFTs of BAYC[\s\S]*all your NFTs of this collection until you revoke it, without paying/,
    ],
    [
      'approve of an NFT',
      () => show(apes, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 7_000_000n] })),
      /Let someone take NFT #7000000 \(BAYC\)\n[\s\S]*Can be taken later: NFT #7000000 \(BAYC\)\nSpender/,
    ],
    [
      'approve of NFT 0, which takes nothing back',
      () => show(apes, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 0n] })),
      /Let someone take NFT #0 \(BAYC\)/,
    ],
  ])('error: high: %s', async (_, describeIt, expected) => {
    const description = await describeIt()
    expect(textOf(description)).toMatch(expected)
    expect(description.risk).toBe('high')
  })

  test('behavior: taking back the permission for an NFT', async () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [zeroAddress, 5n] })
    const description = await show(apes, data)
    expect(description.title).toBe('Revoke the permission to take NFT #5 (BAYC)')
    expect(description.facts).toContainEqual({
      label: 'Revokes',
      value: 'the permission to take NFT #5 (BAYC)',
    })
  })

  test('behavior: a permission of another account', async () => {
    const args = [carol, bob, 5_000_000n, 1n, 27, word, word] as const
    const description = await show(usdc, encodeFunctionData({ abi: permits, functionName: 'permit', args }))
    expect(textOf(description)).toContain(
      `Can be taken later: up to 5 USDC in total\nOwner, not you: ${carol}\nSpender: ${bob}`,
    )
  })
})

describe('a contract of an unknown kind', () => {
  const reverted = new RpcError({ rpcCode: -32000, message: 'execution reverted' })
  const approve = (contract: ScriptedContract, amount = 5_000_000n) =>
    show(odd, encodeFunctionData({ abi, functionName: 'approve', args: [bob, amount] }), {
      contracts: { [odd]: contract },
      known: [...known, odd],
    })
  const isUnclear = /Could not find out whether this contract is a token or a collection of NFTs/

  test.each<[string, ScriptedContract]>([
    ['no answer', { ...usd, supports: new Error('timeout') }],
    ['an error of the node', { ...usd, supports: new RpcError({ rpcCode: -32005, message: 'rate limit' }) }],
    ['both a token and a collection', { ...usd, supports: { '0x80ac58cd': true } }],
    ['yes to everything', { ...nft, supports: { '0x80ac58cd': true, '0xffffffff': true } }],
    ['a number instead of yes or no', { ...usd, supports: { '0x80ac58cd': `0x${'2'.padStart(64, '0')}` } }],
    ['neither a token nor a collection', { symbol: 'CK' }],
  ])('error: %s: high, and said', async (_, contract) => {
    for (const amount of [5_000_000n, 0n]) {
      const description = await approve(contract, amount)
      expect(description.risk).toBe('high')
      expect(textOf(description)).toMatch(isUnclear)
      expect(description.title).toMatch(
        amount
          ? /^Let someone take up to 5(,000,000 smallest units of)? .+, or NFT #5000000/
          : /^Change a permission: it ends one, or gives NFT #0 .+$/,
      )
    }
  })

  test.each<[string, ScriptedContract, string]>([
    ['a token that reverts', { ...usd, supports: reverted }, 'Let someone take up to 5 USDC'],
    [
      'a token whose fallback function returns nothing',
      { ...usd, supports: { '0x80ac58cd': '0x', '0xffffffff': '0x' } },
      'Let someone take up to 5 USDC',
    ],
    ['a token that says no', { ...usd, supports: {} }, 'Let someone take up to 5 USDC'],
    ['a collection', nft, 'Let someone take NFT #5000000 (BAYC)'],
    ['a collection with 0 decimals', { ...nft, decimals: 0 }, 'Let someone take NFT #5000000 (BAYC)'],
  ])('behavior: %s is recognised', async (_, contract, title) => {
    const description = await approve(contract)
    expect(description.title).toBe(title)
    expect(textOf(description)).not.toMatch(isUnclear)
  })
})

describe('effects that are read from the bytes', () => {
  test.each<[string, Hex, Hex, string]>([
    [
      'transferFrom of a token',
      usdc,
      encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, bob, 9_000_000n] }),
      '9 USDC',
    ],
    [
      'transferFrom of an NFT',
      apes,
      encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, bob, 9n] }),
      'NFT #9 (BAYC)',
    ],
    [
      'safeTransferFrom',
      apes,
      encodeFunctionData({ abi: erc721, functionName: 'safeTransferFrom', args: [account, bob, 9n] }),
      'NFT #9 (BAYC)',
    ],
    [
      'safeTransferFrom with data',
      apes,
      encodeFunctionData({
        abi: erc721Data,
        functionName: 'safeTransferFrom',
        args: [account, bob, 9n, '0x12'],
      }),
      'NFT #9 (BAYC)',
    ],
    [
      'safeTransferFrom (ERC-1155)',
      apes,
      encodeFunctionData({
        abi: erc1155,
        functionName: 'safeTransferFrom',
        args: [account, bob, 9n, 3n, '0x'],
      }),
      '3 copies of NFT #9 (BAYC)',
    ],
    [
      'safeBatchTransferFrom',
      apes,
      encodeFunctionData({
        abi: erc1155,
        functionName: 'safeBatchTransferFrom',
        args: [account, bob, [9n, 8n], [3n, 1n], '0x'],
      }),
      'NFT #8 (BAYC)',
    ],
    [
      'transferFrom inside a multicall',
      usdc,
      encodeFunctionData({
        abi,
        functionName: 'multicall',
        args: [[encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, bob, 9_000_000n] })]],
      }),
      '9 USDC',
    ],
  ])('error: %s is shown, whatever the simulation says', async (_, to, data, expected) => {
    for (const simulation of [{}, undefined, { complete: false }]) {
      const { facts } = await show(to, data, { simulation })
      expect(facts).toContainEqual({ label: 'You send now', value: expected, kind: 'out' })
    }
  })

  test('error: an NFT that is sent is high risk', async () => {
    const data = encodeFunctionData({
      abi: erc721,
      functionName: 'safeTransferFrom',
      args: [account, bob, 9n],
    })
    const description = await show(apes, data)
    expect(description).toMatchObject({ title: 'Send NFT #9 (BAYC)', risk: 'high' })
  })

  test('behavior: what a simulation confirms is shown once', async () => {
    const data = encodeFunctionData({
      abi: erc721,
      functionName: 'safeTransferFrom',
      args: [account, bob, 9n],
    })
    const changes = [
      {
        direction: 'out',
        kind: 'erc721',
        token: apes,
        tokenId: '9',
        amount: '1',
        verified: true,
        symbol: 'BAYC',
      },
    ] as const
    const { facts } = await show(apes, data, { simulation: { changes: [...changes] } })
    expect(facts.filter(({ label }) => label === 'You send now')).toEqual([
      { label: 'You send now', value: 'NFT #9 (BAYC)', kind: 'out' },
    ])
  })

  test('behavior: what is moved for another account is named so', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [carol, bob, 9_000_000n] })
    const description = await show(usdc, data)
    expect(description.title).toBe('Move 9 USDC of another account')
    expect(textOf(description)).toContain(
      `From another account: 9 USDC\nOwner, not you: ${carol}\nTo: ${bob}`,
    )
    expect(description.facts).toContainEqual({ label: 'Now', value: 'you send nothing but the fee' })
  })
})
