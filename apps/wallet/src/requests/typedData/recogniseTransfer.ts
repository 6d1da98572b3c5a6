import type { Fact } from '../../approve/Description.ts'
import { formatAsset } from '../formatAsset.ts'
import { formatTime } from '../formatTime.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
import { nothingUntilUsed } from './nothingUntilUsed.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type { Recognise } from './RecognisedTypedData.ts'
import { toAmount } from './toAmount.ts'

/**
 * Recognises a transfer by signature, and its cancellation (EIP-3009).
 *
 * @see https://eips.ethereum.org/EIPS/eip-3009
 */
export const recogniseTransfer: Recognise = (parameters) => {
  const { primaryType, domain, message, address, assets, now, tokenOf } = parameters
  const contract = domain.verifyingContract
  if (!isAddress(contract)) return undefined
  const token: Fact = { label: 'Token', value: contract, kind: 'address' }
  if (primaryType === 'CancelAuthorization') {
    const { symbol } = tokenOf(contract)
    return {
      title: `Sign a cancellation of a transfer of ${symbol ?? 'a token'}`,
      facts: [
        nothingUntilUsed('the transfer can still be made'),
        {
          label: 'Cancels',
          value: `one ${symbol ? `${symbol} ` : ''}transfer, if you signed one that has not been made; the request does not say which`,
        },
        token,
        { label: 'Signature can be used', value: 'by anyone who has it, once, with no deadline' },
      ],
      warnings: [],
      taken: 'nothing',
    }
  }
  const { from, to, value, validAfter, validBefore } = message
  if (!isAddress(to) || typeof value !== 'bigint' || !('validBefore' in message)) return undefined
  const asset = toAmount(contract, value, tokenOf(contract))
  const amount = formatAsset(asset, assets)
  const others = ownerWarnings(from, address)
  const who = primaryType === 'ReceiveWithAuthorization' ? 'the recipient' : 'anyone who has it'
  const how = `by ${who}, once${startOf(validAfter, now)}`
  const ends = describeExpiry('signature', validBefore, { now, how })
  return {
    title: `Let ${amount} be sent later`,
    facts: [
      nothingNow,
      {
        label: others.length > 0 ? 'Someone else sends later' : 'You send later',
        value: amount,
        kind: 'out',
      },
      ...(others.length > 0 ? [{ label: 'Owner, not you', value: `${from}`, kind: 'address' } as const] : []),
      { label: 'To', value: to, kind: 'address' },
      token,
      ...ends.facts,
    ],
    warnings: [
      {
        level: 'note',
        text: `The transfer can be made with this signature by ${who}, without asking you again.`,
      },
      ...ends.warnings,
      ...others,
    ],
    parties: [{ address: to, role: others.length > 0 ? 'payee' : 'recipient' }],
    // What belongs to others is no loss of the visitor's.
    ...(others.length > 0 ? { stake: 'none' as const } : {}),
    taken: others.length > 0 ? undefined : [asset],
  }
}

function startOf(time: unknown, now: number): string {
  return typeof time === 'bigint' && time * 1000n > BigInt(now) && time < 253_402_300_800n
    ? `, from ${formatTime(time)}`
    : ''
}
