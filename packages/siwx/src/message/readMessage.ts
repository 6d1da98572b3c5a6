import type { CaipNetworkId } from '@portico/protocol'
import { checkFields } from './checkFields.ts'
import { InvalidMessageError } from './InvalidMessageError.ts'
import type { MessageCodec } from './MessageCodec.ts'
import type { MessageFields } from './MessageFields.ts'
import { lineEnd, readNamespace } from './readNamespace.ts'

/**
 * Parses a sign-in message with the codec of its namespace.
 *
 * @throws {InvalidMessageError} if the text does not follow the standard.
 */
export function readMessage(message: string, codec: MessageCodec): MessageFields {
  const namespace = readNamespace(message)
  const lines = message.split('\n')
  let next = 0
  const take = () => lines[next++]

  const origin = (take() ?? '').slice(0, -lineEnd(namespace).length)
  const [head, tail] = splitOnce(origin, '://')
  const address = take() ?? ''
  if (take() !== '') fail('address', 'must be followed by an empty line')
  const isSingleGap = codec.gapWithoutStatement === 1
  const hasStatement = isSingleGap ? lines[next + 1] === '' : lines[next] !== ''
  const statement = hasStatement ? take() : undefined
  if ((hasStatement || !isSingleGap) && take() !== '')
    fail('statement', 'must be one line, with an empty line before and after it')

  const required = (field: keyof MessageFields, label: string): string =>
    optional(label) ?? fail(field, `must be in a line "${label}…" at its position`)
  const optional = (label: string): string | undefined =>
    lines[next]?.startsWith(label) ? take()?.slice(label.length) : undefined

  const uri = required('uri', 'URI: ')
  const version = required('version', 'Version: ') as '1'
  const reference = codec.readChainId(required('chainId', 'Chain ID: '))
  if (reference === undefined) fail('chainId', 'must be the ID of a network')
  const nonce = required('nonce', 'Nonce: ')
  const issuedAt = required('issuedAt', 'Issued At: ')
  const expirationTime = optional('Expiration Time: ')
  const notBefore = optional('Not Before: ')
  const requestId = optional('Request ID: ')
  const resources = lines[next] === 'Resources:' ? readResources(lines.slice(next + 1)) : undefined
  if (!resources && next < lines.length) fail('message', `has an unexpected line ${next + 1}`)

  const fields: MessageFields = {
    ...(tail === undefined ? { domain: head } : { scheme: head, domain: tail }),
    address,
    ...(statement === undefined ? {} : { statement }),
    uri,
    version,
    chainId: `${namespace}:${reference}` as CaipNetworkId,
    nonce,
    issuedAt,
    ...(expirationTime === undefined ? {} : { expirationTime }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(resources ? { resources } : {}),
  }
  checkFields(fields, codec)
  return fields
}

function readResources(lines: string[]): string[] {
  return lines.map((line, index) =>
    line.startsWith('- ')
      ? line.slice(2)
      : fail('resources', `must each be in a line that starts with "- ", entry ${index + 1} is not`),
  )
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + mark.length)]
}

function fail(field: keyof MessageFields | 'message', reason: string): never {
  throw new InvalidMessageError({ field, reason })
}
