import { encodeFunctionData, parseEther, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { printCall, printTransaction, token } from '../../test/printTransaction.ts'
import { account } from '../../test/showTransaction.ts'
import {
  alice,
  meme,
  multicall3,
  positions,
  router,
  stranger,
  usdc,
} from '../../test/transactionContracts.ts'

/** The texts are here to be read: who, what and how much must be clear from them alone. */
describe('what a visitor reads of other calls', () => {
  test('behavior: a swap, whose function is unknown', async () => {
    const changes = [
      { direction: 'out', kind: 'native', amount: `${parseEther('0.5')}`, verified: true },
      {
        direction: 'in',
        kind: 'erc20',
        token: usdc,
        amount: `${parseUnits('1490', 6)}`,
        verified: true,
        symbol: 'USDC',
        decimals: 6,
      },
    ] as const
    const data = '0x3593564c00000000000000000000000000000000000000000000000000000000'
    const simulation = { changes: [...changes] }
    expect(
      await printTransaction({ to: router, value: parseEther('0.5'), data }, { simulation }),
    ).toMatchInlineSnapshot(`
      "Send 0.5 ETH with an unknown call (high)
      You send now: 0.5 ETH, in a simulation
      You receive now: 1,490 USDC, in a simulation
      To the contract: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! The wallet cannot read what this call does (function 0x3593564c of 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af): it could take more than is shown here, now or later.
      ! The total value is about $1,501, including the fee."
    `)
  })

  test('behavior: an unknown call that does nothing in a simulation', async () => {
    expect(await printTransaction({ to: stranger, data: '0xdeadbeef' })).toMatchInlineSnapshot(`
      "Unknown call (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      Contract: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! The wallet cannot read what this call does (function 0xdeadbeef of 0x90F79bf6EB2c4f870365E785982E1f101E93b906): it could take more than is shown here, now or later.
      !! There is no contract at this address, so the call would do nothing.
      ! This is the first time you use this contract. Check its address."
    `)
  })

  test('behavior: an unknown call among several names its function and its contract', async () => {
    const text = await printCall(usdc, 'multicall', [['0xdeadbeef']])
    expect(text).toContain(`(function 0xdeadbeef of ${usdc})`)
  })

  test('behavior: several calls at once', async () => {
    const data = [
      encodeFunctionData({ abi: token, functionName: 'approve', args: [router, 1n] }),
      encodeFunctionData({ abi: token, functionName: 'transferFrom', args: [account, alice, 9n] }),
    ]
    expect(await printCall(positions, 'multicall', [data])).toMatchInlineSnapshot(`
      "Send NFT #9 (UNI-V3-POS) and let someone take NFT #1 (UNI-V3-POS) (high)
      You send now: NFT #9 (UNI-V3-POS)
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Can be taken later: NFT #1 (UNI-V3-POS)
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: when the NFT has a new owner, or when you revoke it
      Collection: 0xC36442b4a4522E871399CD717aBDD847Ab11FE88
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.
      ! The spender can take the NFT until the permission ends, without paying and without asking you again."
    `)
  })

  test('behavior: calls that another contract makes', async () => {
    const callData = encodeFunctionData({ abi: token, functionName: 'transfer', args: [alice, 5_000_000n] })
    const args = [[{ target: usdc, allowFailure: false, callData }]]
    expect(await printCall(multicall3, 'aggregate3', args)).toMatchInlineSnapshot(`
      "Let a contract make a call in its own name (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      Moves now, from another account: 5 USDC
      Owner, the contract itself: 0xcA11bde05977b3631167028862bE2a173976CA11
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Contract: 0xcA11bde05977b3631167028862bE2a173976CA11
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! Another contract makes the calls inside in its own name: 0xcA11bde05977b3631167028862bE2a173976CA11. The wallet cannot read what it does with your account: more could leave it, now or later, without an end."
    `)
  })

  test('behavior: votes that are delegated', async () => {
    expect(await printCall(meme, 'delegate', [alice])).toMatchInlineSnapshot(`
      "Delegate your votes: let someone vote with your tokens (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      Votes for you: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      With: all your tokens of this contract, also later ones; they stay yours
      Until: you choose someone else
      Contract: 0x6982508145454Ce325dDbE47a25d4ec3d2311933
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! This looks like a delegation of your votes, which moves no money: your tokens stay yours. But the contract decides what happens: it could take what it holds for you, or what you allowed it to take. Approve it only if you trust this site."
    `)
  })

  test('behavior: a vote', async () => {
    expect(await printCall(router, 'castVote', [42n, 0])).toMatchInlineSnapshot(`
      "Vote “against” (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      Your vote: against
      Proposal: 42
      Contract: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! This looks like a vote, and a vote moves no money. But the contract decides what happens: it could take what it holds for you, or what you allowed it to take. Approve it only if you trust this site."
    `)
  })
})
