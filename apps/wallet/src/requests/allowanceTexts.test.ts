import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { printCall, printTransaction } from '../../test/printTransaction.ts'
import { account } from '../../test/showTransaction.ts'
import { alice, bob, dai, permit2, router, stranger, usdc } from '../../test/transactionContracts.ts'

const daiPermit = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])
const word = `0x${'11'.repeat(32)}` as const

/** The texts are here to be read: who, what and how much must be clear from them alone. */
describe('what a visitor reads of permissions for tokens', () => {
  test('behavior: an allowance for a small amount', async () => {
    expect(await printCall(usdc, 'approve', [router, 25_000_000n])).toMatchInlineSnapshot(`
      "Let someone take up to 25 USDC (medium)
      Now: you send nothing but the fee
      Can be taken later: up to 25 USDC in total
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The spender can take this until you revoke it, without asking you again."
    `)
  })

  test('behavior: an allowance for 10^15 units', async () => {
    expect(await printCall(usdc, 'approve', [router, 10n ** 15n])).toMatchInlineSnapshot(`
      "Let someone take up to 1,000,000,000 USDC (high)
      Now: you send nothing but the fee
      Can be taken later: up to 1,000,000,000 USDC in total
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $1,000,000,001, including the fee.
      ! You have only 2,500 USDC now; what you get later can be taken too.
      ! The spender can take this until you revoke it, without asking you again."
    `)
  })

  test('behavior: an allowance without a limit', async () => {
    expect(await printCall(usdc, 'approve', [stranger, maxUint256])).toMatchInlineSnapshot(`
      "Let someone take all your USDC (high)
      Now: you send nothing but the fee
      Can be taken later: all your USDC, also what you get in future
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until you revoke it, without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: an allowance that is taken back', async () => {
    expect(await printCall(usdc, 'approve', [router, 0n])).toMatchInlineSnapshot(`
      "Revoke the permission to take your USDC (medium)
      Now: you send nothing but the fee
      Revokes: the permission to take your USDC
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: an allowance that is raised', async () => {
    expect(await printCall(usdc, 'increaseAllowance', [router, 500_000_000n])).toMatchInlineSnapshot(`
      "Raise what someone may take by 500 USDC (high)
      Now: you send nothing but the fee
      Can be taken later: 500 USDC more than now. What the spender may take now could not be read, so in total it could be all your USDC.
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $501, including the fee.
      ! The spender can take this until you revoke it, without asking you again."
    `)
  })

  test('behavior: an allowance that is lowered', async () => {
    expect(await printCall(usdc, 'decreaseAllowance', [router, 500_000_000n])).toMatchInlineSnapshot(`
      "Lower the permission to take your USDC by 500 USDC (medium)
      Now: you send nothing but the fee
      Lowers: the permission to take your USDC by 500 USDC
      What is left: could not be read; perhaps the spender can still take all your USDC. To end the permission, revoke it.
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: a signed permission of one’s own that is handed in', async () => {
    const args = [account, stranger, maxUint256, 1n, 27, word, word]
    expect(await printCall(usdc, 'permit', args)).toMatchInlineSnapshot(`
      "Let someone take all your USDC (high)
      Now: you send nothing but the fee
      Can be taken later: all your USDC, also what you get in future
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until you revoke it, without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: a signed permission of someone else', async () => {
    const args = [bob, router, 25_000_000n, 1n, 27, word, word]
    expect(await printCall(usdc, 'permit', args)).toMatchInlineSnapshot(`
      "Let someone take up to 25 USDC from another account (medium)
      Now: you send nothing but the fee
      Can be taken later: up to 25 USDC in total
      Owner, not you: 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless the owner revokes it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The spender can take this until the owner revokes it, without asking the owner again."
    `)
  })

  test('behavior: DAI’s own kind of permission', async () => {
    const args = [account, stranger, 0n, 0n, true, 27, word, word] as const
    const data = encodeFunctionData({ abi: daiPermit, functionName: 'permit', args })
    expect(await printTransaction({ to: dai, data })).toMatchInlineSnapshot(`
      "Let someone take all your DAI (high)
      Now: you send nothing but the fee
      Can be taken later: all your DAI, also what you get in future
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Permission ends: never, unless you revoke it
      Token: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until you revoke it, without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: Permit2 for one token, without a limit', async () => {
    const args = [usdc, router, 2n ** 160n - 1n, 2 ** 48 - 1] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args })
    expect(await printTransaction({ to: permit2, data })).toMatchInlineSnapshot(`
      "Let someone take all your USDC (high)
      Now: you send nothing but the fee
      Can be taken later: all your USDC, also what you get in future
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until you revoke it, without asking you again."
    `)
  })

  test('behavior: Permit2 for a small amount and a month', async () => {
    const args = [usdc, router, 25_000_000n, 1_782_864_000] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args })
    expect(await printTransaction({ to: permit2, data })).toMatchInlineSnapshot(`
      "Let someone take up to 25 USDC (medium)
      Now: you send nothing but the fee
      Can be taken later: up to 25 USDC in total
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: 2026-07-01 00:00 UTC
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The spender can take this until the permission ends, without asking you again."
    `)
  })

  test('behavior: permissions at Permit2 that are taken back', async () => {
    const approvals = [
      { token: usdc, spender: router },
      { token: dai, spender: stranger },
    ] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'lockdown', args: [approvals] })
    expect(await printTransaction({ to: permit2, data })).toMatchInlineSnapshot(`
      "Revoke the permissions to take your USDC and DAI (medium)
      Now: you send nothing but the fee
      Revokes: the permission to take your USDC
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Revokes: the permission to take your DAI
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Not changed: any permission that was not given through Permit2
      Token: USDC: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Token: DAI: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: signed permissions that are cancelled', async () => {
    const one = encodeFunctionData({
      abi: permit2Abi,
      functionName: 'invalidateNonces',
      args: [usdc, router, 3],
    })
    expect(await printTransaction({ to: permit2, data: one })).toMatchInlineSnapshot(`
      "Cancel your signed, unused permissions to take USDC with a number below 3 (medium)
      Now: you send nothing but the fee
      Cancels: your signed, unused permissions to take USDC with a number below 3
      Not changed: those numbered 3 and up, and what the spender may already take; which ones you signed is not known to the wallet
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
    const many = encodeFunctionData({
      abi: permit2Abi,
      functionName: 'invalidateUnorderedNonces',
      args: [0n, 1n],
    })
    expect(await printTransaction({ to: permit2, data: many })).toMatchInlineSnapshot(`
      "Cancel some or all of the transfers that you signed and nobody has made yet (medium)
      Now: you send nothing but the fee
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: a permission that would fail', async () => {
    const simulation = { status: 'reverted' } as const
    const failing = await printCall(usdc, 'approve', [router, 25_000_000n], { simulation })
    expect(failing).toContain('Then only the fee leaves your account, and no permission is given.')
    expect(failing).toContain('You send now: nothing but the fee\n')
    expect(await printCall(usdc, 'transfer', [alice, 25_000_000n], { simulation })).toContain(
      'Then only the fee leaves your account.',
    )
  })

  test('behavior: a permission that cannot be simulated as a whole', async () => {
    const simulation = { complete: false }
    expect(await printCall(usdc, 'approve', [router, 25_000_000n], { simulation })).toContain(
      'You send now: nothing but the fee, as far as is known; more could leave\n',
    )
  })

  test('behavior: a permission without a limit for what someone else owns', async () => {
    const args = [bob, router, maxUint256, 1n, 27, word, word]
    const text = await printCall(usdc, 'permit', args)
    expect(text).toContain('Permission ends: never, unless the owner revokes it')
    expect(text).toContain('without asking the owner again.')
    expect(text).not.toMatch(/your USDC|asking you|you revoke/)
  })
})
