import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type TestCall, toBatch } from '../../../../test/createBatchChain.ts'
import type { KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'

import { describeTransaction } from './describeTransaction.ts'

const chainId = 31337
const me = `0x${'1'.repeat(40)}`
const friend = `0x${'2'.repeat(40)}`
const contract = `0x${'3'.repeat(40)}`
const token = `0x${'4'.repeat(40)}`
const manager = delegatorContracts.DelegationManager.toLowerCase()
const nonceEnforcer = enforcerContracts.NonceEnforcer.toLowerCase()
const zero = `0x${'0'.repeat(40)}`

const transaction = (part: Partial<KnownTransaction>): KnownTransaction => ({
  hash: '0xh',
  blockNumber: 1,
  blockHash: '0xb',
  txIndex: 0,
  timestamp: 1,
  sender: me,
  recipient: friend,
  value: '0',
  nonce: 0,
  selector: '0x',
  payee: '',
  input: null,
  delegate: '',
  created: null,
  status: 1,
  hasCode: null,
  operations: [],
  ...part,
})
const transfer = (part: Partial<TokenTransfer>): TokenTransfer => ({
  blockNumber: 1,
  blockHash: '0xb',
  txIndex: 0,
  txHash: '0xh',
  logIndex: 0,
  subIndex: 0,
  standard: 'erc20',
  token,
  sender: me,
  recipient: friend,
  tokenId: null,
  amount: '5',
  ...part,
})
/** The data of `transfer(friend, …)`. */
const paying = { selector: '0xa9059cbb', payee: friend }

describe('describeTransaction', () => {
  test.each<[string, Partial<KnownTransaction>, Partial<TokenTransfer>[], string | undefined, string[]]>([
    ['coins sent', { value: '1' }, [], 'send', ['out']],
    ['coins received', { sender: friend, recipient: me, value: '1' }, [], 'receive', ['in']],
    ['coins to oneself', { recipient: me, value: '1' }, [], 'send', ['self']],
    ['failed coins', { value: '1', status: 0 }, [], 'send', []],
    ['tokens sent', { ...paying, recipient: token }, [{}], 'send', ['out']],
    [
      'tokens sent, less a fee',
      { ...paying, recipient: token },
      [{ recipient: token }, {}],
      'send',
      ['out', 'out'],
    ],
    ['tokens to oneself', { ...paying, recipient: token, payee: me }, [{ recipient: me }], 'send', ['self']],
    ['failed tokens', { ...paying, recipient: token, status: 0 }, [], 'send', []],
    // What others sign is never a payment, burn or swap of the account: any contract can report any transfer.
    ['tokens pulled by a friend', { ...paying, sender: friend, recipient: token }, [{}], 'execute', ['out']],
    [
      'tokens burned by a friend',
      { sender: friend, recipient: token },
      [{ recipient: zero }],
      'execute',
      ['out'],
    ],
    [
      'tokens swapped by a friend',
      { sender: friend, recipient: contract },
      [{}, { sender: friend, recipient: me }],
      'execute',
      ['out', 'in'],
    ],
    [
      'tokens to oneself, by a friend',
      { sender: friend, recipient: token },
      [{ recipient: me }],
      'execute',
      ['self'],
    ],
    ['an approval by a friend', { sender: friend, recipient: me, selector: '0x095ea7b3' }, [], 'execute', []],
    ['a failed call by a friend', { ...paying, sender: friend, recipient: me, status: 0 }, [], 'execute', []],
    // The account signed the call, but not that payment.
    [
      'tokens reported by a contract',
      { recipient: contract, selector: '0x12345678' },
      [{}],
      'execute',
      ['out'],
    ],
    ['tokens reported by the callee', { ...paying, recipient: contract }, [{}], 'execute', ['out']],
    [
      'tokens reported for another payee',
      { ...paying, recipient: token, payee: contract },
      [{}],
      'execute',
      ['out'],
    ],
    ['tokens reported by a fallback', { recipient: contract }, [{}], 'execute', ['out']],
    [
      'tokens received',
      { sender: friend, recipient: token },
      [{ sender: friend, recipient: me }],
      'receive',
      ['in'],
    ],
    [
      'minted',
      { recipient: token, selector: '0x1249c58b' },
      [{ sender: zero, recipient: me }],
      'mint',
      ['in'],
    ],
    ['burned', { recipient: token, selector: '0x42966c68' }, [{ recipient: zero }], 'burn', ['out']],
    [
      'NFT bought from its contract',
      { recipient: token, value: '1', selector: '0x1249c58b' },
      [{ sender: zero, recipient: me, standard: 'erc721', tokenId: '1' }],
      'mint',
      ['out', 'in'],
    ],
    [
      'tokens swapped',
      { recipient: contract, selector: '0x12345678' },
      [{ recipient: contract }, { token: contract, sender: contract, recipient: me }],
      'trade',
      ['out', 'in'],
    ],
    [
      'coins swapped for tokens',
      { recipient: contract, value: '1', selector: '0x12345678' },
      [{ sender: contract, recipient: me }],
      'trade',
      ['out', 'in'],
    ],
    [
      'the same token out and back',
      { recipient: contract, selector: '0x12345678' },
      [{ recipient: contract }, { sender: contract, recipient: me }],
      'execute',
      ['out', 'in'],
    ],
    [
      'tokens given to a contract',
      { recipient: contract, selector: '0x12345678' },
      [{ recipient: contract }],
      'execute',
      ['out'],
    ],
    ['approved', { recipient: token, selector: '0x095ea7b3' }, [], 'approve', []],
    ['approved for all', { recipient: token, selector: '0xa22cb465' }, [], 'approve', []],
    ['failed approval', { recipient: token, selector: '0x095ea7b3', status: 0 }, [], 'approve', []],
    ['contract made', { recipient: null, created: contract, selector: '0x60806040' }, [], 'deploy', []],
    ['contract not made', { recipient: null, selector: '0x60806040', status: 0 }, [], 'deploy', []],
    ['called', { recipient: contract, selector: '0x12345678' }, [], 'execute', []],
    ['failed call', { recipient: contract, selector: '0x12345678', status: 0 }, [], 'execute', []],
    [
      'own smart account called',
      { sender: friend, recipient: me, selector: '0x12345678' },
      [],
      'execute',
      [],
    ],
    // Spam: by others, and nothing moved.
    ['nothing "sent" by a stranger', { sender: friend, recipient: token }, [{ amount: '0' }], undefined, []],
    [
      'nothing received',
      { sender: friend, recipient: token },
      [{ sender: friend, recipient: me, amount: '0' }],
      undefined,
      [],
    ],
    ['no coins received', { sender: friend, recipient: me }, [], undefined, []],
    ['failed coins of a friend', { sender: friend, recipient: me, value: '1', status: 0 }, [], undefined, []],
    // The account's own transactions are always shown.
    ['nothing sent', { ...paying, recipient: token }, [{ amount: '0' }], 'execute', ['out']],
    ['cancelled', { recipient: me }, [], 'execute', []],
  ])('behavior: %s', (_, part, transfers, operationType, directions) => {
    const described = describeTransaction({
      transaction: transaction(part),
      transfers: transfers.map(transfer),
      account: me,
      chainId,
    })
    expect(described?.operationType).toBe(operationType)
    expect(described?.movements.map(({ direction }) => direction) ?? []).toEqual(directions)
  })

  test('behavior: a plain transfer names the counterparties, not the contract', () => {
    const sent = describeTransaction({
      transaction: transaction({ ...paying, recipient: token }),
      transfers: [transfer({})],
      account: me,
      chainId,
    })
    expect(sent).toMatchObject({ isOwn: true, sentFrom: me, sentTo: friend })
    const received = describeTransaction({
      transaction: transaction({ sender: contract, recipient: token }),
      transfers: [transfer({ sender: friend, recipient: me })],
      account: me,
      chainId,
    })
    expect(received).toMatchObject({ isOwn: false, sentFrom: friend, sentTo: me })
  })

  test('behavior: a failed transfer names the payee, not the contract', () => {
    const failed = transaction({ ...paying, recipient: token, status: 0 })
    expect(describeTransaction({ transaction: failed, transfers: [], account: me, chainId })).toMatchObject({
      operationType: 'send',
      sentTo: friend,
    })
  })

  test('behavior: what others report names who signed and the called contract, not the recipient', () => {
    const reported = describeTransaction({
      transaction: transaction({ sender: contract, recipient: token }),
      transfers: [transfer({})],
      account: me,
      chainId,
    })
    expect(reported).toMatchObject({
      isOwn: false,
      operationType: 'execute',
      sentFrom: contract,
      sentTo: token,
    })
  })

  test('behavior: a poisoning transfer in the same transaction is left out', () => {
    const described = describeTransaction({
      transaction: transaction({ sender: friend, recipient: contract }),
      transfers: [transfer({ sender: friend, recipient: me }), transfer({ amount: '0', logIndex: 1 })],
      account: me,
      chainId,
    })
    expect(described?.movements).toHaveLength(1)
  })

  const batch = (calls: readonly TestCall[], part: Partial<KnownTransaction> = {}) => {
    const input = toBatch(calls)
    const own = { recipient: me, selector: input.slice(0, 10), input, hasCode: true }
    return transaction({ ...own, ...part })
  }
  const call = (to: string, selector: string, payee?: string, value = 0n): TestCall => ({
    ...{ to: to as Hex, value },
    data: `${selector}${payee ? `${payee.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}` : ''}` as Hex,
  })
  const approve = (of: string) => call(of, '0x095ea7b3', contract)
  const pay = (to: string, of = token) => call(of, '0xa9059cbb', to)
  const swap = call(contract, '0x12345678')
  const other = `0x${'5'.repeat(40)}`
  const bought = { token: other, sender: contract, recipient: me }

  test.each<[string, TestCall[], Partial<TokenTransfer>[], string, string, string[]]>([
    ['an approved swap', [approve(token), swap], [{ recipient: contract }, bought], 'trade', contract, []],
    [
      'a swap after approvals of two tokens',
      [approve(token), approve(other), swap],
      [{ recipient: contract }, bought],
      'trade',
      contract,
      [],
    ],
    [
      'an approved deposit',
      [approve(token), call(contract, '0x6e553f65')],
      [{ recipient: contract }],
      'deposit',
      contract,
      [],
    ],
    ['an approval', [approve(token)], [], 'approve', token, []],
    [
      'two approvals of a token',
      [approve(token), approve(token)],
      [],
      'approve',
      token,
      ['approve', 'approve'],
    ],
    ['one payment', [pay(friend)], [{}], 'send', friend, []],
    [
      'two payments to one',
      [pay(friend), pay(friend, other)],
      [{}, { token: other }],
      'send',
      friend,
      ['send', 'send'],
    ],
    [
      'two payments to two',
      [pay(friend), pay(contract)],
      [{}, { recipient: contract }],
      'send',
      '',
      ['send', 'send'],
    ],
    [
      'a payment and a swap',
      [pay(friend, other), approve(token), swap],
      [{ token: other }, { recipient: contract }, bought],
      'execute',
      '',
      ['send', 'approve', 'execute'],
    ],
    ['a payment and a call', [pay(friend), swap], [{}], 'execute', '', ['send', 'execute']],
    ['a call', [swap], [], 'execute', contract, []],
    ['two calls', [swap, swap], [], 'execute', contract, ['execute', 'execute']],
    // Reported by a contract, or by the token for another recipient.
    ['a payment that moved nothing', [pay(friend), pay(contract)], [{}], 'send', '', ['send', 'execute']],
    ['what a contract reports', [swap, pay(friend, other)], [{}], 'execute', '', ['execute', 'execute']],
    ['another recipient', [pay(contract)], [{}], 'execute', token, []],
    ['no calls', [], [], 'execute', '', []],
  ])('behavior: a batch, %s', (_, calls, transfers, operationType, sentTo, listed) => {
    const described = describeTransaction({
      ...{ transaction: batch(calls), account: me, chainId },
      transfers: transfers.map(transfer),
    })
    expect(described).toMatchObject({ operationType, sentTo, isOwn: true, isFailed: false })
    expect(described?.calls.map(({ operationType }) => operationType)).toEqual(listed)
  })

  test('behavior: the coins of a batch are known without traces, if it was made, and not counted twice', () => {
    const coins = [call(friend, '0x', undefined, 3n), call(friend, '0x', undefined, 3n)]
    const trace = {
      ...{ blockNumber: 1, blockHash: '0xb', txIndex: 0, txHash: '0xh', trace: '0' },
      ...{ sender: me, recipient: friend, amount: '3' },
    }
    const read = (part: Partial<KnownTransaction>, traces: number) =>
      describeTransaction({
        ...{ transaction: batch(coins, part), transfers: [], account: me, chainId },
        innerCoins: Array.from({ length: traces }, () => trace),
      })
    for (const traces of [0, 1, 2]) expect(read({}, traces)?.movements).toHaveLength(2)
    expect(read({ hasCode: null }, 0)).toMatchObject({ operationType: 'execute', movements: [] })
    expect(read({ hasCode: null }, 2)).toMatchObject({ operationType: 'send', sentTo: friend })
    // An account without code only signs them.
    expect(read({ hasCode: false }, 0)).toMatchObject({ operationType: 'execute', movements: [], calls: [] })
    expect(read({ status: 0 }, 0)).toMatchObject({ operationType: 'send', movements: [], isFailed: true })
    expect(read({ sender: friend }, 0)).toMatchObject({
      operationType: 'execute',
      isOwn: false,
      movements: [],
    })
  })

  test.each<[string, Partial<KnownTransaction>, string]>([
    ['given code', { delegate: contract, recipient: me }, 'upgrade'],
    ['without code again', { delegate: zero, recipient: me }, 'downgrade'],
    [
      'without code and permissions',
      { delegate: zero, recipient: contract, selector: '0xf5743c4c' },
      'downgrade',
    ],
    ['given code besides', { delegate: contract, recipient: contract, selector: '0x12345678' }, 'execute'],
    [
      'given code by another',
      { delegate: contract, recipient: me, sender: friend, selector: '0x12' },
      'execute',
    ],
    ['given code with a payment', { delegate: contract, value: '1' }, 'send'],
    ['that ends a permission', { recipient: manager, selector: '0x49934047' }, 'revoke'],
    ['that ends all permissions', { recipient: nonceEnforcer, selector: '0xf5743c4c' }, 'revokeAll'],
    ['that fails to', { recipient: manager, selector: '0x49934047', status: 0 }, 'execute'],
    ['that enables one', { recipient: manager, selector: '0x2d7e1bd1' }, 'execute'],
    ['that calls another contract so', { recipient: contract, selector: '0x49934047' }, 'execute'],
  ])('behavior: an account %s', (_, part, operationType) => {
    const described = describeTransaction({
      ...{ transaction: transaction(part), transfers: [], account: me, chainId },
    })
    expect(described?.operationType).toBe(operationType)
  })
})
