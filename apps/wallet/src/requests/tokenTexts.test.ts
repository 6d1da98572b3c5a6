import { encodeFunctionData, type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { printCall, printTransaction, token } from '../../test/printTransaction.ts'
import { account } from '../../test/showTransaction.ts'
import { alice, dai, meme, permit2, stranger, usdc, weth } from '../../test/transactionContracts.ts'

const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])
const permit2Batch = parseAbi([
  'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
])

/** The texts are here to be read: who, what and how much must be clear from them alone. */
describe('what a visitor reads of tokens that are sent or exchanged', () => {
  test('behavior: a few tokens', async () => {
    expect(await printCall(usdc, 'transfer', [alice, 25_000_000n])).toMatchInlineSnapshot(`
      "Send 25 USDC (medium)
      You send now: 25 USDC
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: many tokens', async () => {
    expect(await printCall(usdc, 'transfer', [stranger, 2_000_000_000n])).toMatchInlineSnapshot(`
      "Send 2,000 USDC (high)
      You send now: 2,000 USDC
      You receive now: nothing
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $2,001, including the fee.
      ! 2,000 USDC is 80% of your USDC.
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: most of the tokens, though they are worth little', async () => {
    expect(await printCall(dai, 'transfer', [alice, parseEther('36')])).toMatchInlineSnapshot(`
      "Send 36 DAI (high)
      You send now: 36 DAI
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! 36 DAI is 90% of your DAI."
    `)
  })

  test('behavior: tokens without a price', async () => {
    expect(await printCall(meme, 'transfer', [alice, parseEther('1000')])).toMatchInlineSnapshot(`
      "Send 1,000 MEME (high)
      You send now: 1,000 MEME
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0x6982508145454Ce325dDbE47a25d4ec3d2311933
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! There is no price for MEME, so the value of MEME is unknown."
    `)
  })

  test('behavior: tokens to their own contract', async () => {
    expect(await printCall(usdc, 'transfer', [usdc, 25_000_000n])).toMatchInlineSnapshot(`
      "Send 25 USDC (high)
      You send now: 25 USDC
      You receive now: nothing
      To: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! It sends tokens to the token’s own contract, where they would be lost."
    `)
  })

  test('behavior: a transfer through Permit2', async () => {
    const args = [account, stranger, 750_000_000n, usdc] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'transferFrom', args })
    expect(await printTransaction({ to: permit2, data })).toMatchInlineSnapshot(`
      "Send 750 USDC (high)
      You send now: 750 USDC
      You receive now: nothing
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $751, including the fee.
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: tokens to many recipients', async () => {
    const transfers = Array.from({ length: 7 }, (_, index) => ({
      from: account,
      to: `0x${`${index + 1}`.repeat(40)}` as Hex,
      amount: BigInt(index + 1) * 1_000_000n,
      token: usdc as Hex,
    }))
    const data = encodeFunctionData({ abi: permit2Batch, functionName: 'transferFrom', args: [transfers] })
    const lines = (await printTransaction({ to: permit2, data })).split('\n')
    expect(lines).toEqual([
      'Send 28 USDC to 7 recipients (medium)',
      ...transfers.flatMap(({ to }, index) => [`You send now: ${index + 1} USDC`, `To (new to you): ${to}`]),
      'You receive now: nothing',
      `Token: ${usdc}`,
      'Carried out by: Permit2 (it gets nothing itself)',
      'Fee, at most: 0.000225 ETH · $0.67',
      'Network: Ethereum',
      '! Check every address that is new to you before you approve.',
    ])
  })

  test('behavior: transfers to several recipients', async () => {
    const transfers = [
      { from: account, to: alice, amount: 20_000_000n, token: usdc },
      { from: account, to: stranger, amount: parseEther('0.5'), token: weth },
    ] as const
    const data = encodeFunctionData({ abi: permit2Batch, functionName: 'transferFrom', args: [transfers] })
    expect(await printTransaction({ to: permit2, data })).toMatchInlineSnapshot(`
      "Send 20 USDC and 0.5 WETH to 2 recipients (high)
      You send now: 20 USDC
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      You send now: 0.5 WETH
      To (new to you): 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      You receive now: nothing
      Token: USDC: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Token: WETH: 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $1,521, including the fee.
      ! Check every address that is new to you before you approve."
    `)
  })

  test('behavior: many tokens of another account', async () => {
    const args = [alice, stranger, parseUnits('5000', 6)]
    expect(await printCall(usdc, 'transferFrom', args)).toMatchInlineSnapshot(`
      "Move 5,000 USDC of another account (high)
      Now: you send nothing but the fee
      Moves now, from another account: 5,000 USDC
      Owner, not you: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! What leaves the other account is worth about $5,000. It is not your money.
      ! This is the first time you deal with this recipient. Check the whole address before you approve."
    `)
  })

  test('behavior: coins that are wrapped', async () => {
    const data = encodeFunctionData({ abi: token, functionName: 'deposit' })
    const changes = [
      { direction: 'out', kind: 'native', amount: `${parseEther('0.02')}`, verified: true },
      {
        direction: 'in',
        kind: 'erc20',
        token: weth,
        amount: `${parseEther('0.02')}`,
        verified: true,
        symbol: 'WETH',
        decimals: 18,
      },
    ] as const
    const simulation = { changes: [...changes] }
    expect(
      await printTransaction({ to: weth, value: parseEther('0.02'), data }, { simulation }),
    ).toMatchInlineSnapshot(`
      "Exchange 0.02 ETH for 0.02 WETH (medium)
      You send now: 0.02 ETH
      You receive now: 0.02 WETH
      To the token’s contract: 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: coins that are unwrapped', async () => {
    const changes = [
      { direction: 'in', kind: 'native', amount: `${parseEther('1.5')}`, verified: true },
    ] as const
    const simulation = { changes: [...changes] }
    expect(await printCall(weth, 'withdraw', [parseEther('1.5')], { simulation })).toMatchInlineSnapshot(`
      "Exchange 1.5 WETH for 1.5 ETH (high)
      You send now: 1.5 WETH
      You receive now: 1.5 ETH
      To the token’s contract: 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $4,501, including the fee.
      ! 1.5 WETH is 75% of your WETH."
    `)
  })

  test('behavior: coins and tokens for a contract that may give nothing in return', async () => {
    const data = encodeFunctionData({ abi: token, functionName: 'deposit' })
    expect(await printTransaction({ to: dai, value: parseEther('0.02'), data })).toMatchInlineSnapshot(`
      "Send 0.02 ETH to the contract of DAI (medium)
      You send now: 0.02 ETH
      You receive now: nothing, in a simulation
      To the token’s contract: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The contract gets what you send; you may get nothing for it."
    `)
    expect(await printCall(dai, 'withdraw', [parseEther('5')])).toMatchInlineSnapshot(`
      "Return 5 DAI to its own contract (medium)
      You send now: 5 DAI
      You receive now: nothing, in a simulation
      To the token’s contract: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The contract gets what you send; you may get nothing for it."
    `)
  })

  test('behavior: an exchange that costs more than a twentieth in fees', async () => {
    const fee = 'The fee could be more than 5% of what you send.'
    expect(await printCall(weth, 'withdraw', [parseEther('0.004')])).toContain(fee)
    expect(await printCall(weth, 'withdraw', [parseEther('0.006')])).not.toContain(fee)
  })
})
