import type { Fact } from '../../approve/Description.ts'
import { formatAmount } from '../formatAmount.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { networkCoin } from '../networkCoin.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { describeCall } from './describeCall.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type { Recognise, TypedFields } from './RecognisedTypedData.ts'

type ForwardedCall = {
  from: TypedValue | undefined
  to: TypedValue | undefined
  data: TypedValue | undefined
  value?: TypedValue | undefined
  expiry: TypedValue | undefined
}

/**
 * Recognises a call that somebody else sends in the account's name: the requests of EIP-2771 forwarders (OpenZeppelin, GSN, Gelato),
 * and the MetaTransaction of contracts that accept such calls themselves.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2771
 */
export const recogniseForwardedCall: Recognise = (parameters) => {
  const { domain, message, address, chainId, now } = parameters
  const call = readCall(message, domain)
  if (!call || !isAddress(call.to)) return undefined
  const { to, from, data, value, expiry } = call
  const forwarder = domain.verifyingContract
  const inner = describeCall({
    sends: typedText('typed.labels.youSendEachTime'),
    isTotalUnknown: true,
    from: address,
    to,
    data,
    parameters,
  })
  const ends = describeExpiry('forwarder', expiry, { now })
  const coins =
    typeof value === 'bigint' && value > 0n ? formatAmount(value, networkCoin(chainId)) : undefined
  return {
    title: titleOf(inner.phrase, coins),
    facts: [
      nothingNow(),
      ...(coins
        ? [
            {
              label: typedText('typed.labels.sentWithCall'),
              value: typedText('typed.call.coins', { coins }),
            },
          ]
        : []),
      ...inner.facts,
      ...(inner.phrase
        ? []
        : [
            {
              label: typedText('typed.labels.canLeave'),
              value: typedText('typed.unknown.value'),
              kind: 'out',
            } as const,
          ]),
      ...ends.facts,
      inner.target,
      ...(isAddress(forwarder) ? [describeForwarder(forwarder, to)] : []),
    ],
    warnings: [
      danger(typedText('typed.warnings.call')),
      ...inner.warnings,
      // Without a deadline, the contract may have one of its own.
      ...(expiry === undefined ? [] : ends.warnings),
      ...ownerWarnings(from, address, to),
    ],
    taken: undefined,
    parties: inner.parties,
  }
}

function describeForwarder(forwarder: string, to: string): Fact {
  return forwarder.toLowerCase() === to.toLowerCase()
    ? { label: typedText('typed.labels.passedOnBy'), value: typedText('typed.call.sameContract') }
    : { label: typedText('typed.labels.passedOnByContract'), value: forwarder, kind: 'address' }
}

function titleOf(what: string | undefined, coins: string | undefined): string {
  const id =
    `typed.call.title${what === undefined ? 'Unknown' : ''}${coins === undefined ? '' : 'With'}` as const
  return typedText(id, { what: what ?? '', coins: coins ?? '' })
}

function readCall(message: TypedFields, domain: TypedFields): ForwardedCall | undefined {
  const { from, user, to, target, data, functionSignature, value } = message
  const expiry =
    message.deadline ?? message.validUntilTime ?? message.validUntil ?? message.userDeadline ?? undefined
  if (isAddress(from) && isAddress(to) && typeof data === 'string') return { from, to, data, value, expiry }
  if (isAddress(target) && typeof data === 'string') return { from: user, to: target, data, expiry }
  if (isAddress(from) && typeof functionSignature === 'string')
    return { from, to: domain.verifyingContract, data: functionSignature, expiry }
  return undefined
}
