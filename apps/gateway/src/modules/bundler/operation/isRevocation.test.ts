import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import { concatHex, type Hex, numberToHex, sliceHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { revoke } from '../../../../test/revocations.ts'
import { encodeBatch, encodeSingle, type TestCall } from '../../../../test/startSponsoredChain.ts'
import { isRevocation } from './isRevocation.ts'

const sender: Hex = `0x${'5e'.repeat(20)}`
const other: Hex = `0x${'07'.repeat(20)}`
const manager = delegatorContracts.DelegationManager as Hex
const own = revoke(sender)
const data = own.callData as Hex
const single = ({ target, value, callData = '0x' }: TestCall) => encodeSingle(target, callData, value)
const caveats = (count: number, bytes: number) =>
  Array.from({ length: count }, () => ({ enforcer: other, terms: `0x${'01'.repeat(bytes)}`, args: '0x' }))
/** As operations are read: in lower case. */
const ask = (callData: Hex, authorization?: object) =>
  isRevocation({ sender, callData: callData.toLowerCase() as Hex, authorization: authorization as never })

describe('isRevocation', () => {
  test('behavior: one call that revokes a permission of the account, alone or as a batch of one', () => {
    expect(ask(single(own))).toBe(true)
    expect(ask(encodeBatch([own]))).toBe(true)
    // As large as a permission of the wallet can be.
    expect(ask(single(revoke(sender, { caveats: [...caveats(2, 1024), ...caveats(5, 32)] })))).toBe(true)
    expect(ask(single(revoke(sender, { caveats: [] })))).toBe(true)
  })

  test.each<[string, Hex]>([
    ['nothing', '0x'],
    ['the call itself, which the account would not make', data],
    ['a permission of another account', single(revoke(other))],
    ['a permission derived from another one', single(revoke(sender, { authority: `0x${'11'.repeat(32)}` }))],
    ['enabling it again', single(revoke(sender, {}, 'enableDelegation'))],
    ['coins beside it', single({ ...own, value: 1n })],
    ['another contract', single({ ...own, target: other })],
    [
      'the contract whose number ends all',
      single({ ...own, target: enforcerContracts.NonceEnforcer as Hex }),
    ],
    ['two of them', encodeBatch([own, revoke(sender, { salt: 2n })])],
    ['another call after it', encodeBatch([own, { target: other }])],
    ['another call before it', encodeBatch([{ target: other }, own])],
    ['a call that may fail', encodeBatch([own], `0x0101${'0'.repeat(60)}`)],
    ['a call of the account to itself', single({ target: sender, callData: single(own) })],
    ['a delegate call', single(own).replace('0'.repeat(64), `ff${'0'.repeat(62)}`) as Hex],
    ['bytes after it', single({ ...own, callData: `${data}00` })],
    ['a word after it', single({ ...own, callData: concatHex([data, numberToHex(0, { size: 32 })]) })],
    ['half of it', single({ ...own, callData: sliceHex(data, 0, 100) })],
    ['the selector alone', single({ ...own, callData: sliceHex(data, 0, 4) })],
    ['a signature', single(revoke(sender, { signature: `0x${'11'.repeat(65)}` }))],
    [
      'arguments of a caveat',
      single(revoke(sender, { caveats: [{ enforcer: other, terms: '0x', args: `0x${'11'.repeat(32)}` }] })),
    ],
    ['many caveats', single(revoke(sender, { caveats: caveats(30, 32) }))],
    ['a long caveat', single(revoke(sender, { caveats: caveats(1, 5000) }))],
    [
      'another encoding of it',
      // The offset points 32 bytes further, to the same content.
      single({
        ...own,
        callData: concatHex([
          sliceHex(data, 0, 4),
          numberToHex(64, { size: 32 }),
          numberToHex(0, { size: 32 }),
          sliceHex(data, 36),
        ]),
      }),
    ],
    [
      'an address with other bytes above it',
      single({
        ...own,
        callData: data.replace(
          `${'0'.repeat(24)}${'de'.repeat(20)}`,
          `${'1'.repeat(24)}${'de'.repeat(20)}`,
        ) as Hex,
      }),
    ],
  ])('error: not %s', (_, callData) => {
    expect(ask(callData)).toBe(false)
  })

  test('error: not while the account is upgraded', () => {
    expect(single({ target: manager, callData: data })).toBe(single(own))
    expect(ask(single(own), { chainId: 1n, address: other, nonce: 0n })).toBe(false)
  })
})
