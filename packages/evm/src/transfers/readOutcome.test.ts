import { encodeAbiParameters, encodeEventTopics, pad, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { readOutcome } from './readOutcome.ts'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const abi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

function operation(
  success: boolean,
  { sender = account as `0x${string}`, address = entryPoint as string } = {},
) {
  const args = { userOpHash: pad('0x1'), sender, paymaster: zeroAddress }
  const topics = encodeEventTopics({ abi, eventName: 'UserOperationEvent', args })
  const types = ['uint256', 'bool', 'uint256', 'uint256'].map((type) => ({ type }))
  return { address, topics, data: encodeAbiParameters(types, [7n, success, 1n, 1n]) }
}
const outcomeOf = (logs: unknown[], { to = entryPoint, status = '0x1' } = {}) =>
  readOutcome({ status, to, logs }, account)

describe('readOutcome', () => {
  test('behavior: is what the receipt says', () => {
    expect(outcomeOf([], { to: other })).toBe('confirmed')
    expect(outcomeOf([], { to: other, status: '0x0' })).toBe('failed')
    for (const receipt of [null, undefined, {}, { status: 1 }, 'x'])
      expect(readOutcome(receipt, account)).toBeUndefined()
  })

  test('behavior: the operation of a smart account can fail in a bundle that succeeds', () => {
    expect(outcomeOf([operation(true)])).toBe('confirmed')
    expect(outcomeOf([operation(false)])).toBe('failed')
    expect(outcomeOf([operation(false, { sender: other })])).toBe('confirmed')
    expect(outcomeOf([operation(false), operation(true)])).toBe('confirmed')
    expect(outcomeOf([])).toBe('confirmed')
  })

  test('behavior: an operation whose fee a token pays can succeed without its calls', () => {
    const log = (address: string) => {
      const event = parseAbi(['event TryExecuteUnsuccessful(uint256 index, bytes result)'])
      return { address, topics: encodeEventTopics({ abi: event }), data: '0x' }
    }
    expect(outcomeOf([log(account), operation(true)])).toBe('failed')
    expect(outcomeOf([log(other), operation(true)])).toBe('confirmed')
    expect(outcomeOf([log(account), operation(true)], { to: other })).toBe('confirmed')
    // Of two operations it is not known which one it was.
    expect(outcomeOf([log(account), operation(true), operation(true)])).toBe('confirmed')
  })

  test('error: nobody but the contract that was called can say that it failed', () => {
    expect(outcomeOf([operation(false, { address: other })])).toBe('confirmed')
    expect(outcomeOf([operation(false, { address: other })], { to: other })).toBe('confirmed')
    expect(outcomeOf([operation(false)], { to: other })).toBe('confirmed')
    for (const log of [null, 'x', {}, { topics: 'x' }, { ...operation(false), topics: null }])
      expect(outcomeOf([log])).toBe('confirmed')
  })
})
