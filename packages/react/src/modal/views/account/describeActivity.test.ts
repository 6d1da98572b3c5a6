import type { Transaction, Transfer } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { describeActivity } from './describeActivity.ts'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('describeActivity', () => {
  test.each([
    ['receive', '+'],
    ['deposit', '+'],
    ['borrow', '+'],
    ['claim', '+'],
    ['withdraw', '-'],
    ['repay', '-'],
    ['burn', '-'],
    ['send', ''],
    ['trade', ''],
    ['mint', ''],
  ])('behavior: %s has the sign "%s" and 3 decimals', (operationType, sign) => {
    const { amount } = describeActivity(transaction(operationType, [ether('1.25')]))
    expect(amount).toEqual({ sign, quantity: '1.250', unit: 'ETH' })
  })

  test('behavior: a trade shows the incoming transfer', () => {
    const { note, amount } = describeActivity(
      transaction('trade', [
        { ...ether('100'), fungible_info: { name: 'Dev USD', symbol: 'DUSD' } },
        { ...ether('0.0312'), direction: 'in' },
      ]),
    )
    expect(amount).toEqual({ sign: '', quantity: '0.031', unit: 'ETH' })
    expect(note).toEqual({ id: 'activity.traded', values: { sold: 'Dev USD', bought: 'Ether' } })
  })

  test('behavior: a failed transaction shows its recipient and an amount without a sign', () => {
    const line = describeActivity(transaction('receive', [ether('1')], 'failed'))
    expect(line).toMatchObject({
      tone: 'bad',
      title: { id: 'activity.failed' },
      note: { values: { operation: 'Receive', address: '0x70…dc79C8' } },
      amount: { sign: '' },
    })
  })

  test('behavior: shows no address without a recipient', () => {
    const failed = transaction('execute', null, 'failed')
    const line = describeActivity({ ...failed, metadata: { ...failed.metadata, sentTo: '' } })
    expect(line.note).toEqual({ id: 'activity.what', values: { name: 'Execute' } })
  })

  test('behavior: an unknown operation is shown with the name from the source', () => {
    expect(describeActivity(transaction('delegate', null))).toMatchObject({
      title: { id: undefined, word: 'Delegate' },
      amount: undefined,
    })
  })

  test('behavior: the name of a spam NFT is not shown', () => {
    const spam: Transfer = {
      nft_info: { name: 'visit evil.example', flags: { is_spam: true } },
      direction: 'in',
      quantity: { numeric: '1' },
    }
    expect(JSON.stringify(describeActivity(transaction('mint', [spam])))).not.toContain('evil')
  })
})

function ether(numeric: string): Transfer {
  return { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'out', quantity: { numeric } }
}

function transaction(
  operationType: string,
  transfers: Transfer[] | null,
  status: 'confirmed' | 'failed' = 'confirmed',
): Transaction {
  return {
    id: '1',
    metadata: {
      operationType,
      hash: '0x1',
      minedAt: '2026-11-20T10:00:00Z',
      sentFrom: me,
      sentTo: other,
      status,
      nonce: 0,
      chain: 'eip155:1',
    },
    transfers,
  }
}
