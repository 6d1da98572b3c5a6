import { describe, expect, test } from 'vitest'
import type { KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'

import { describeTransaction } from './describeTransaction.ts'

const me = `0x${'1'.repeat(40)}`
const friend = `0x${'2'.repeat(40)}`
const contract = `0x${'3'.repeat(40)}`
const token = `0x${'4'.repeat(40)}`
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
  created: null,
  status: 1,
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
    })
    expect(described?.operationType).toBe(operationType)
    expect(described?.movements.map(({ direction }) => direction) ?? []).toEqual(directions)
  })

  test('behavior: a plain transfer names the counterparties, not the contract', () => {
    const sent = describeTransaction({
      transaction: transaction({ ...paying, recipient: token }),
      transfers: [transfer({})],
      account: me,
    })
    expect(sent).toMatchObject({ isOwn: true, sentFrom: me, sentTo: friend })
    const received = describeTransaction({
      transaction: transaction({ sender: contract, recipient: token }),
      transfers: [transfer({ sender: friend, recipient: me })],
      account: me,
    })
    expect(received).toMatchObject({ isOwn: false, sentFrom: friend, sentTo: me })
  })

  test('behavior: a failed transfer names the payee, not the contract', () => {
    const failed = transaction({ ...paying, recipient: token, status: 0 })
    expect(describeTransaction({ transaction: failed, transfers: [], account: me })).toMatchObject({
      operationType: 'send',
      sentTo: friend,
    })
  })

  test('behavior: what others report names who signed and the called contract, not the recipient', () => {
    const reported = describeTransaction({
      transaction: transaction({ sender: contract, recipient: token }),
      transfers: [transfer({})],
      account: me,
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
    })
    expect(described?.movements).toHaveLength(1)
  })
})
