import type { Fact } from '../../approve/Description.ts'
import { formatAmount } from '../formatAmount.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { networkCoin } from '../networkCoin.ts'
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
    sends: 'You send later, each time',
    extent: 'the total is unknown',
    from: address,
    to,
    data,
    parameters,
  })
  const how = 'by anyone who has it, perhaps several times (the contract decides)'
  const ends =
    expiry === undefined
      ? {
          facts: [{ label: 'Signature can be used', value: `${how}, with no deadline` }],
          warnings: [],
        }
      : describeExpiry('signature', expiry, { now, how })
  const coins =
    typeof value === 'bigint' && value > 0n ? formatAmount(value, networkCoin(chainId)) : undefined
  return {
    title: `Someone else makes this call as you: ${titleOf(inner.title, coins)}`,
    facts: [
      nothingNow,
      ...(coins
        ? [{ label: 'Sent with the call', value: `${coins}, paid by whoever makes the call` } as const]
        : []),
      ...inner.facts,
      ...(inner.title ? [] : [{ label: 'Can leave later', value: 'unknown', kind: 'out' } as const]),
      ...ends.facts,
      inner.target,
      ...(isAddress(forwarder) ? [describeForwarder(forwarder, to)] : []),
    ],
    warnings: [
      danger(
        'Whoever has this signature can make this call in your name, without asking you again. The contract treats it as if you had made it.',
      ),
      ...inner.warnings,
      ...ends.warnings,
      ...ownerWarnings(from, address, to),
    ],
    taken: undefined,
    parties: inner.parties,
  }
}

function describeForwarder(forwarder: string, to: string): Fact {
  return forwarder.toLowerCase() === to.toLowerCase()
    ? { label: 'Passed on by', value: 'the same contract' }
    : { label: 'Passed on by the contract', value: forwarder, kind: 'address' }
}

function titleOf(title: string | undefined, coins: string | undefined): string {
  const what = title ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : 'an unknown call'
  return coins ? `${what}, with ${coins}` : what
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
