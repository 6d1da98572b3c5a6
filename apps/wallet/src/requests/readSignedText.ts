import { InvalidMessageError, type MessageFields, parseMessage } from '@portico/siwx'
import type { Warning } from '../approve/Description.ts'
import { findHidden, hiddenMark } from '../approve/readableText.ts'
import { showOrigin } from '../approve/showOrigin.ts'
import type { DescribeContext } from './DescribeContext.ts'
import { isCode } from './isCode.ts'
import { messageText } from './messageCopy.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

export type SignedText = {
  /** The fields, if it is a sign-in message. */
  signIn: MessageFields | undefined
  /** The site that a sign-in message names beside the one that asks, if it is another one. */
  other: string | undefined
  /** Whether it, or a part of it, is written for programs: then nobody can see what it may allow. */
  isCode: boolean
  /** What is unusual about it. */
  warnings: Warning[]
}

/** Matches any text that a lenient server might accept as a sign-in message. */
const looksLikeSignIn = /wants\s*you\s*to\s*sign\s*in\s*with\s*your\s*\S+(\s+\S+)?\s*account/i

/**
 * Reads a text that a site asks the visitor to sign, as a message or in a transaction.
 *
 * @throws {RequestRefusedError} for a sign-in message (EIP-4361, Sign-In With Solana) that does not follow the standard, is outside its
 * validity period, or is for another site, account or network
 */
export function readSignedText(text: string, context: DescribeContext): SignedText {
  const signIn = readSignIn(text, context)
  const other = signIn ? otherSiteOf(signIn, context) : undefined
  const isForPrograms = isCode(signIn ? withoutIds(text, signIn) : text)
  const warnings = textWarnings(text, isForPrograms)
  if (other)
    warnings.push({
      level: 'note',
      text: messageText('message.warnings.otherSite', { site: other }),
    })
  return { signIn, other, isCode: isForPrograms, warnings }
}

function readSignIn(text: string, context: DescribeContext): MessageFields | undefined {
  const { origin, address, chainId, now } = context
  let fields: MessageFields
  try {
    fields = parseMessage(text)
  } catch (error) {
    if (!(error instanceof InvalidMessageError)) throw error
    const plain = text.normalize('NFKC').replaceAll(/[\p{Cf}\u115F\u1160\u3164\uFFA0]|\u034F/gu, '')
    // A lenient server might accept it.
    if (looksLikeSignIn.test(plain)) refuse('This sign-in message does not follow the standard (EIP-4361).')
    return undefined
  }
  const { protocol, host } = new URL(origin)
  if (
    fields.domain.toLowerCase() !== host ||
    (fields.scheme && `${fields.scheme}:`.toLowerCase() !== protocol)
  )
    refuse(`This message signs in to ${fields.domain}, but ${host} asks for it.`)
  if (!isSameAddress(fields.address, address))
    refuse('This message signs in with another account than the one that is connected.')
  if (fields.chainId !== chainId)
    refuse(`This message is for the network ${fields.chainId}, but ${chainId} is selected.`)
  if (fields.expirationTime !== undefined && !(Date.parse(fields.expirationTime) > now))
    refuse('This sign-in message has expired.')
  if (fields.notBefore !== undefined && Date.parse(fields.notBefore) > now)
    refuse('This sign-in message is not valid yet.')
  return fields
}

/** Removes what a sign-in message has for programs on purpose. */
function withoutIds(text: string, { nonce, requestId }: MessageFields): string {
  const ids = [`Nonce: ${nonce}`, `Request ID: ${requestId}`]
  return text
    .split('\n')
    .filter((line) => !ids.includes(line))
    .join('\n')
}

function textWarnings(text: string, isForPrograms: boolean): Warning[] {
  const warnings: Warning[] = []
  const hidden = findHidden(text)
  if (hidden === 'direction')
    warnings.push({
      level: 'danger',
      text: messageText('message.warnings.direction', { mark: hiddenMark() }),
    })
  if (hidden === 'invisible')
    warnings.push({
      level: 'note',
      text: messageText('message.warnings.invisible', { mark: hiddenMark() }),
    })
  if (isForPrograms)
    warnings.push({
      level: 'danger',
      text: messageText('message.warnings.code'),
    })
  return warnings
}

/** The site that the message names beside the one that asks, if it is another one. */
function otherSiteOf({ uri }: MessageFields, { origin }: DescribeContext): string | undefined {
  if (!uri) return undefined
  const named = URL.canParse(uri) ? new URL(uri).origin : 'null'
  if (named === origin) return undefined
  return named === 'null' ? uri : showOrigin(named)
}

/** Only EVM addresses may differ in upper and lower case. */
function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
