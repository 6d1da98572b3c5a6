import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { InvalidMessageError, type MessageFields, parseMessage } from '@portico/siwx'
import type { Hex } from 'viem'
import type { Description, Fact, Warning } from './Description.ts'
import { hashMessage } from './hashMessage.ts'
import { networkName } from './networkName.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { raiseRisk } from './raiseRisk.ts'
import { findHidden } from './readableText.ts'

/** For whom a request is described. */
export type DescribeContext = {
  address: Hex
  /** The host page's origin, as the browser stated it. */
  origin: string
  /** The network that is chosen, as CAIP-2. */
  chainId: string
  /** Milliseconds. */
  now: number
}

export type DescribedMessage = { description: Description; hash: Hex }

const maxBytes = 64 * 1024
/** However it is written: what a careless reader elsewhere would take for a sign-in. */
const looksLikeSignIn = /wants\s*you\s*to\s*sign\s*in\s*with\s*your\s*\S+(\s+\S+)?\s*account/i

/**
 * What `personal_sign` asks. Sign-in messages are read first: one for another site, account or network, or one that is
 * out of its time, is refused, and there is no way past that.
 *
 * @throws {RequestRefusedError} also for bytes that are no text: nobody can know what they sign.
 * @see https://eips.ethereum.org/EIPS/eip-4361#wallet-implementer-guidelines
 */
export function describeMessage(params: unknown, context: DescribeContext): DescribedMessage {
  if (!Array.isArray(params) || params.length < 2 || params.length > 3)
    refuse('personal_sign takes [message, address].')
  const [message, address] = params as unknown[]
  if (typeof message !== 'string' || typeof address !== 'string')
    refuse('personal_sign takes [message, address], both texts.')
  if (address.toLowerCase() !== context.address.toLowerCase())
    refuse('The message is for another account than the one that is connected.')
  if (message.length > 2 * maxBytes + 2) refuse('The message is longer than 64 KiB.')

  const bytes = /^0x([0-9a-f]{2})*$/i.test(message) ? hexToBytes(message.slice(2)) : utf8ToBytes(message)
  if (bytes.length > maxBytes) refuse('The message is longer than 64 KiB.')
  const text = readText(bytes)
  const signIn = readSignIn(text, context)
  const warnings: Warning[] = warningsOf(text)
  const facts: Fact[] = [{ label: 'Account', value: context.address, kind: 'address' }]
  if (signIn) {
    facts.unshift({ label: 'Signs in to', value: signIn.domain })
    facts.push({ label: 'Network', value: networkName(signIn.chainId) })
    if (signIn.uri && originOf(signIn.uri) !== context.origin)
      warnings.push({ level: 'note', text: `It is to be used at ${signIn.uri}, which is another place.` })
  }
  return {
    description: {
      name: 'signature',
      title: signIn ? `Sign in to ${signIn.domain}` : 'Sign a message',
      facts,
      text,
      details: signIn ? [{ label: 'Nonce', value: signIn.nonce }] : [],
      raw: message,
      warnings,
      risk: raiseRisk('low', warnings),
    },
    hash: hashMessage(bytes),
  }
}

function readText(bytes: Uint8Array): string {
  let text: string
  try {
    // `ignoreBOM`, as a mark at the start belongs to what is signed, and is to be shown.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuse(
      'These bytes are no text: nobody can see what they mean. This wallet does not sign blindly.',
    )
  }
  // As long as a hash, and not wholly made of letters: a hash that happens to be UTF-8.
  if (bytes.length === 32 && /[^\P{C}\n\r\t]/u.test(text))
    return refuse('This is a hash: nobody can see what it stands for. This wallet does not sign blindly.')
  return text
}

function readSignIn(text: string, context: DescribeContext): MessageFields | undefined {
  const { origin, address, chainId, now } = context
  let fields: MessageFields
  try {
    fields = parseMessage(text)
  } catch (error) {
    if (!(error instanceof InvalidMessageError)) throw error
    const plain = text.normalize('NFKC').replaceAll(/[\p{Cf}\u115F\u1160\u3164\uFFA0]|\u034F/gu, '')
    // Some server may read it more kindly than the standard does.
    if (looksLikeSignIn.test(plain)) refuse('This sign-in message does not follow the standard (EIP-4361).')
    return undefined
  }
  const { protocol, host } = new URL(origin)
  if (
    fields.domain.toLowerCase() !== host ||
    (fields.scheme && `${fields.scheme}:`.toLowerCase() !== protocol)
  )
    refuse(`This message signs in to ${fields.domain}, but ${host} asks for it.`)
  if (fields.address.toLowerCase() !== address.toLowerCase())
    refuse('This message signs in with another account than the one that is connected.')
  if (fields.chainId !== chainId)
    refuse(`This message is for the network ${fields.chainId}, and ${chainId} is chosen.`)
  if (fields.expirationTime !== undefined && !(Date.parse(fields.expirationTime) > now))
    refuse('This sign-in message has expired.')
  if (fields.notBefore !== undefined && Date.parse(fields.notBefore) > now)
    refuse('This sign-in message is not valid yet.')
  return fields
}

function warningsOf(text: string): Warning[] {
  const warnings: Warning[] = []
  const hidden = findHidden(text)
  if (hidden === 'direction')
    warnings.push({
      level: 'danger',
      text: 'The text holds marks that turn the reading direction around: it may not say what it seems to.',
    })
  if (hidden === 'invisible')
    warnings.push({ level: 'note', text: 'The text holds characters that cannot be seen. They are marked.' })
  if (/^\s*(0x)?[0-9a-f]{64,}\s*$/i.test(text))
    warnings.push({
      level: 'danger',
      text: 'The text is a code that nobody can read. It may stand for something else.',
    })
  return warnings
}

function originOf(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).origin : undefined
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
