import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { printTransaction } from '../../test/printTransaction.ts'
import { account } from '../../test/showTransaction.ts'
import { alice, stranger } from '../../test/transactionContracts.ts'

/** The texts are here to be read: who, what and how much must be clear from them alone. */
describe('what a visitor reads of coins that are sent', () => {
  test('behavior: coins to a friend', async () => {
    expect(await printTransaction({ to: alice, value: parseEther('0.01') })).toMatchInlineSnapshot(`
      "Send 0.01 ETH (medium)
      You send now: 0.01 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum"
    `)
  })

  test('behavior: coins to a new address', async () => {
    expect(await printTransaction({ to: stranger, value: parseEther('0.02') })).toMatchInlineSnapshot(`
      "Send 0.02 ETH (medium)
      You send now: 0.02 ETH
      You receive now: nothing
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: many coins', async () => {
    expect(await printTransaction({ to: alice, value: parseEther('9.5') })).toMatchInlineSnapshot(`
      "Send 9.5 ETH (high)
      You send now: 9.5 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum
      ! The total value is about $28,500, including the fee.
      ! 9.5 ETH is 95% of your ETH."
    `)
  })

  test('behavior: coins of a network without prices', async () => {
    const options = { chainId: 'eip155:11155111', coin: { symbol: 'ETH', balance: parseEther('1') } }
    expect(await printTransaction({ to: alice, value: parseEther('0.1') }, options)).toMatchInlineSnapshot(`
      "Send 0.1 ETH (high)
      You send now: 0.1 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · test coins
      Network: Sepolia (test network: nothing here has real value)
      ! Test network: these coins have no real value."
    `)
  })

  test('behavior: coins while the gateway is unreachable', async () => {
    const options = { simulation: undefined, coin: { symbol: '' } }
    expect(await printTransaction({ to: alice, value: parseEther('0.1') }, options)).toMatchInlineSnapshot(`
      "Send 0.1 ETH (high)
      You send now: 0.1 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · price unknown
      Network: Ethereum
      ! There is no price for ETH, so the value of ETH is unknown.
      ! Your balance of ETH could not be read."
    `)
  })

  test('behavior: coins to an address that looks like a friend’s', async () => {
    const twin = `0x7099${'0'.repeat(32)}79C8` as const
    expect(await printTransaction({ to: twin, value: parseEther('0.01') })).toMatchInlineSnapshot(`
      "Send 0.01 ETH (high)
      You send now: 0.01 ETH
      You receive now: nothing
      To: 0x70990000000000000000000000000000000079c8
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum
      !! This address only looks like 0x70997970c51812dc3a010c7d01b50e0d17dc79c8, which you sent to before. It is a different address."
    `)
  })

  test('behavior: coins to the own account', async () => {
    expect(await printTransaction({ to: account, value: parseEther('0.01') })).toMatchInlineSnapshot(`
      "Send 0.01 ETH to yourself (medium)
      Now: what you send comes back to you, and you pay the fee
      To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum"
    `)
  })

  test('behavior: a network that the wallet does not know', async () => {
    const options = { chainId: 'eip155:59144', coin: { symbol: 'ETH', balance: parseEther('1') } }
    expect(await printTransaction({ to: alice, value: parseEther('0.1') }, options)).toMatchInlineSnapshot(`
      "Send 0.1 ETH (high)
      You send now: 0.1 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · price unknown
      Network: number 59144, which this wallet does not know
      ! There is no price for ETH, so the value of ETH is unknown."
    `)
  })

  test('behavior: a new contract', async () => {
    expect(await printTransaction({ data: '0x6080604052' })).toMatchInlineSnapshot(`
      "Create a contract (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      New contract: its code comes from the site that asks
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! It puts a new contract, a program, on the network. It gets nothing from you with this request. What it does later cannot be shown here: it could take what you send it, or allow it to take, with another request."
    `)
    const paid = await printTransaction({ data: '0x6080604052', value: parseEther('0.02') })
    expect(paid.split('\n').slice(0, 4)).toEqual([
      'Create a contract and send it 0.02 ETH (high)',
      'You send now: 0.02 ETH',
      'You receive now: nothing, in a simulation',
      'New contract: its code comes from the site that asks',
    ])
  })
})
