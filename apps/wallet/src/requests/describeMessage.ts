import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { MessageFields } from '@portico/siwx'
import type { Hex } from 'viem'
import { approveText } from '../approve/copy.ts'
import type { Description, Fact } from '../approve/Description.ts'
import { findHidden } from '../approve/readableText.ts'
import { showOrigin } from '../approve/showOrigin.ts'
import type { DescribeContext } from './DescribeContext.ts'
import { formatTime } from './formatTime.ts'
import { hashMessage } from './hashMessage.ts'
import { messageText } from './messageCopy.ts'
import { networkName } from './networkName.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { raiseRisk } from './raiseRisk.ts'
import { readSignedText } from './readSignedText.ts'

export type DescribedMessage = { description: Description; hash: Hex }

const maxBytes = 64 * 1024
/**
 * Describes a `personal_sign` request. A sign-in message (EIP-4361) for another site, account or network, or outside its
 * validity period, is refused.
 *
 * @throws {RequestRefusedError} also for bytes that are not text, as the visitor could not know what they sign, and for exactly 32
 * bytes, which can be a hash
 * @see https://eips.ethereum.org/EIPS/eip-4361#wallet-implementer-guidelines
 */
export function describeMessage(params: unknown, context: DescribeContext): DescribedMessage {
  if (!Array.isArray(params) || params.length < 2 || params.length > 3)
    refuse('personal_sign takes [message, address].')
  const [message, address] = params as unknown[]
  if (typeof message !== 'string' || typeof address !== 'string')
    refuse('personal_sign takes [message, address], both strings.')
  if (address.toLowerCase() !== context.address.toLowerCase())
    refuse('The message is for another account than the one that is connected.')
  if (message.length > 2 * maxBytes + 2) refuse('The message is longer than 64 KiB.')

  const bytes = /^0x([0-9a-f]{2})*$/i.test(message) ? hexToBytes(message.slice(2)) : utf8ToBytes(message)
  if (bytes.length > maxBytes) refuse('The message is longer than 64 KiB.')
  // Whatever the bytes: a hash can be valid text, and contracts accept a signed hash in place of what it stands for.
  if (bytes.length === 32)
    refuse(
      'A message of exactly 32 bytes can be a hash, so nobody can see what it stands for. This wallet does not sign blindly.',
    )
  const text = readText(bytes)
  const { signIn, other, isCode, warnings } = readSignedText(text, context)
  const isReadable = !isCode && findHidden(text) !== 'direction'
  // EIP-4361: address, domain, statement and resources are always shown; the other fields may be shown on request.
  const isToldInWords = signIn && !other && isReadable && !signIn.resources?.length
  const facts: Fact[] = [
    { label: messageText('message.labels.now'), value: messageText('message.nothingLeaves') },
    ...(signIn ? describeSignIn(signIn, { other, isReadable }) : describeUse(isReadable, context)),
    { label: messageText('message.labels.account'), value: context.address, kind: 'address' },
    ...(signIn ? [{ label: messageText('message.labels.network'), value: networkName(signIn.chainId) }] : []),
  ]
  return {
    description: {
      name: signIn ? 'sign-in' : 'signature',
      title: signIn
        ? messageText(other ? 'message.titles.signInToBoth' : 'message.titles.signIn', {
            site: signIn.domain,
            other: other ?? '',
          })
        : isReadable
          ? approveText('approve.headings.signature')
          : messageText(isCode ? 'message.titles.unknown' : 'message.titles.hidden'),
      facts,
      ...(isToldInWords ? { text: signIn.statement, fullText: text } : { text }),
      details: signIn ? [{ label: messageText('message.labels.nonce'), value: signIn.nonce }] : [],
      raw: message,
      warnings,
      risk: raiseRisk('low', warnings),
      // Only what the visitor cannot read might stand for something that moves money.
      ...(isReadable ? { stake: 'none' as const } : {}),
    },
    hash: hashMessage(bytes),
  }
}

function describeSignIn(
  { domain, expirationTime }: MessageFields,
  { other, isReadable }: { other: string | undefined; isReadable: boolean },
): Fact[] {
  const unknown = isReadable ? '' : 'Unknown'
  return [
    {
      label: messageText('message.labels.later'),
      value: messageText(`message.later${unknown}${other ? 'OfBoth' : ''}`),
    },
    {
      label: messageText('message.labels.signsInTo'),
      value: other ? messageText('message.bothSites', { site: domain, other }) : domain,
    },
    {
      label: messageText('message.labels.ends'),
      value: expirationTime
        ? formatTime(BigInt(Math.floor(Date.parse(expirationTime) / 1000)))
        : messageText(other ? 'message.endsBySites' : 'message.endsBySite'),
    },
  ]
}

function describeUse(isReadable: boolean, { origin }: DescribeContext): Fact[] {
  return [
    {
      label: messageText('message.labels.goesTo'),
      value: messageText('message.useUnknown', { site: showOrigin(origin) }),
    },
    {
      label: messageText('message.labels.canBeUsed'),
      value: messageText(isReadable ? 'message.proof' : 'message.purposeUnknown'),
    },
  ]
}

function readText(bytes: Uint8Array): string {
  try {
    // `ignoreBOM` keeps a byte order mark, which is part of the signed text and must be shown.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuse(
      'These bytes are not text, so nobody can see what they mean. This wallet does not sign blindly.',
    )
  }
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
