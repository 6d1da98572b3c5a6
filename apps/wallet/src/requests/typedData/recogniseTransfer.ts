import type { Fact } from '../../approve/Description.ts'
import { effectText } from '../effectCopy.ts'
import { formatAsset } from '../formatAsset.ts'
import { formatTime } from '../formatTime.ts'
import { isNever } from '../isNever.ts'
import { typedText } from './copy.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
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
  const token: Fact = { label: effectText('effect.labels.token'), value: contract, kind: 'address' }
  if (primaryType === 'CancelAuthorization') {
    const { symbol } = tokenOf(contract)
    return {
      title: symbol
        ? typedText('typed.transfer.cancel', { name: symbol })
        : typedText('typed.transfer.cancelUnnamed'),
      facts: [
        nothingNow('transferStays'),
        {
          label: typedText('typed.labels.cancels'),
          value: symbol
            ? typedText('typed.transfer.cancels', { name: symbol })
            : typedText('typed.transfer.cancelsUnnamed'),
        },
        token,
        { label: typedText('typed.labels.canBeUsed'), value: typedText('typed.use.anyone.never') },
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
  const isForRecipient = primaryType === 'ReceiveWithAuthorization'
  const start = startOf(validAfter, now)
  const use = isForRecipient ? 'recipient' : 'anyone'
  const ends = describeExpiry(start === undefined ? use : `${use}From`, validBefore, {
    now,
    start: start ?? '',
  })
  return {
    title: typedText('typed.transfer.title', { amount }),
    facts: [
      nothingNow(),
      {
        label: typedText(others.length > 0 ? 'typed.labels.otherSendsLater' : 'typed.labels.youSendLater'),
        value: amount,
        kind: 'out',
      },
      ...(others.length > 0
        ? [{ label: effectText('effect.labels.owner'), value: `${from}`, kind: 'address' } as const]
        : []),
      { label: effectText('effect.labels.to'), value: to, kind: 'address' },
      token,
      ...ends.facts,
    ],
    warnings: [
      {
        level: 'note',
        text: typedText(
          isForRecipient ? 'typed.warnings.transferByRecipient' : 'typed.warnings.transferByAnyone',
        ),
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

/** Returns when a transfer can be made, if that is later than now. */
function startOf(time: unknown, now: number): string | undefined {
  return typeof time === 'bigint' && time * 1000n > BigInt(now) && !isNever(time)
    ? formatTime(time)
    : undefined
}
