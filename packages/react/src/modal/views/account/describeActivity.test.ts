import type { Transaction, Transfer } from '@portico/protocol/gateway'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { describeActivity } from './describeActivity.ts'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeAll(loadViewCopy)

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

  test('behavior: what another account took, or a contract only reports, is shown without sign, address and unlisted token', () => {
    const foreign = (operationType: string, transfers: Transfer[]) => {
      const { metadata, ...rest } = transaction(operationType, transfers)
      return describeActivity({ ...rest, metadata: { ...metadata, isOwn: false } })
    }
    const unlisted = { name: 'Dev USD', symbol: 'DUSD', icon: null }
    const look = { icon: 'warning', tone: 'warn', note: { id: 'activity.byOther' } }
    for (const direction of ['out', 'self'] as const) {
      const line = foreign('execute', [{ ...ether('25'), direction }])
      expect(line).toMatchObject({ ...look, title: { word: 'Execute' }, amount: undefined })
      expect(JSON.stringify(line)).not.toContain('0x70')
    }
    const listed: Transfer = {
      ...ether('25'),
      fungible_info: { name: 'Dev USD', symbol: 'DUSD', icon: { url: '/d' } },
    }
    expect(foreign('execute', [{ ...ether('1'), fungible_info: unlisted }, listed])).toMatchObject({
      ...look,
      amount: { sign: '', quantity: '25.000', unit: 'DUSD' },
    })
    // Gateways that do not know better call it "burn".
    expect(foreign('burn', [listed]).amount?.sign).toBe('')
    expect(foreign('receive', [{ ...ether('1'), direction: 'in' }])).toMatchObject({ amount: { sign: '+' } })
  })

  test('behavior: each call of a batch is listed, with its own amount, and then the fee', () => {
    const dollars: Transfer = { ...ether('2.5'), fungible_info: { name: 'Dev USD', symbol: 'DUSD' } }
    const calls = [
      { operationType: 'send', sentTo: other, isPayment: true, transfer: ether('0.5') },
      { operationType: 'approve', sentTo: me, isPayment: false },
    ]
    const line = (operationType: string, status?: 'failed') =>
      describeActivity({ ...transaction(operationType, [ether('0.5')], status), calls, fee: dollars })
    const fee = { title: { id: 'activity.fee' }, amount: { quantity: '2.500', unit: 'DUSD' } }
    const parts = [
      {
        title: { id: 'operation.send' },
        amount: { sign: '', quantity: '0.500', unit: 'ETH' },
        note: { id: 'activity.to', values: { address: '0x70…dc79C8' } },
      },
      { title: { id: 'operation.approve' }, amount: undefined, note: { id: 'activity.to' } },
      fee,
    ]
    const shown = { amount: undefined, picture: undefined, parts }
    expect(line('execute')).toMatchObject({
      ...shown,
      note: { id: 'activity.calls', values: { count: 2 } },
    })
    expect(line('send')).toMatchObject({ ...shown, note: { id: 'activity.payments' } })
    // Of a failed one, only the fee was paid.
    expect(line('send', 'failed')).toMatchObject({ title: { id: 'activity.failed' }, parts: [fee] })
    expect(describeActivity(transaction('send', [ether('1')])).parts).toEqual([])
  })

  test.each(['upgrade', 'downgrade', 'revoke', 'revokeAll'])(
    'behavior: %s has a text, and no address',
    (operationType) => {
      const line = describeActivity(transaction(operationType, []))
      expect(line).toMatchObject({ title: { id: `operation.${operationType}` }, note: undefined })
    },
  )

  const nft = (name: string, isSpam: boolean, url: string | null): Transfer => ({
    nft_info: {
      name,
      content: url === null ? null : { preview: { url, content_type: null } },
      flags: { is_spam: isSpam },
    },
    direction: 'in',
    quantity: { numeric: '1' },
  })

  test('behavior: the name and the picture of a spam NFT are not shown', () => {
    const line = describeActivity(
      transaction('mint', [nft('visit evil.example', true, '/v1/image?url=evil')]),
    )
    expect(JSON.stringify(line)).not.toContain('evil')
  })

  test.each(['receive', 'send', 'mint', 'burn'])(
    'behavior: %s shows the name and picture of an NFT',
    (type) => {
      expect(describeActivity(transaction(type, [nft('Arch #7', false, '/v1/image?url=a')]))).toMatchObject({
        note: { id: 'activity.what', values: { name: 'Arch #7' } },
        picture: { image: '/v1/image?url=a', name: 'Arch #7', shape: 'square' },
        amount: { quantity: '1', unit: 'NFT' },
      })
      expect(describeActivity(transaction(type, [nft('Arch #7', false, null)])).picture).toBeUndefined()
    },
  )

  test('behavior: the icon of the token that is shown, if it has one', () => {
    const icon = (url: string | null, symbol: string): Transfer => ({
      ...ether('1'),
      fungible_info: { name: symbol, symbol, icon: { url } },
    })
    const line = describeActivity(
      transaction('trade', [icon('/usd', 'USD'), { ...icon('/eth', 'ETH'), direction: 'in' }]),
    )
    expect(line.picture).toEqual({ image: '/eth', name: 'ETH', shape: 'round' })
    expect(describeActivity(transaction('send', [icon(null, 'ETH')])).picture).toBeUndefined()
    expect(describeActivity(transaction('send', [ether('1')])).picture).toBeUndefined()
    expect(describeActivity(transaction('approve', null)).picture).toBeUndefined()
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
