import type { CaipNetworkId } from '@portico/protocol'
import { checkFields } from './checkFields.ts'
import { codecs, type SignInNamespace } from './codecs.ts'
import { InvalidMessageError } from './InvalidMessageError.ts'
import type { MessageFields } from './MessageFields.ts'

/**
 * Reads a sign-in message, strictly by the grammar of EIP-4361: what it accepts, `createMessage` prints back to
 * the same text. Takes time in proportion to the length, whatever the text.
 *
 * @throws {InvalidMessageError} if the text does not follow the standard; nothing else.
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 * @example
 * import { parseMessage } from '@portico/siwx'
 * const { address, chainId, nonce } = parseMessage(message)
 */
export function parseMessage(message: string): MessageFields {
  if (typeof message !== 'string') fail('message', 'must be a text')
  const lines = message.split('\n')
  let next = 0
  const take = () => lines[next++]

  const { origin, namespace } = readFirstLine(take() ?? '')
  const [head, tail] = splitOnce(origin, '://')
  const address = take() ?? ''
  if (take() !== '') fail('address', 'must be followed by an empty line')
  const isSingleGap = codecs[namespace].gapWithoutStatement === 1
  const hasStatement = isSingleGap ? lines[next + 1] === '' : lines[next] !== ''
  const statement = hasStatement ? take() : undefined
  if ((hasStatement || !isSingleGap) && take() !== '')
    fail('statement', 'must be one line, with an empty line before and after it')

  const required = (field: keyof MessageFields, label: string): string =>
    optional(label) ?? fail(field, `must stand in a line "${label}…" in its place`)
  const optional = (label: string): string | undefined =>
    lines[next]?.startsWith(label) ? take()?.slice(label.length) : undefined

  const uri = required('uri', 'URI: ')
  const version = required('version', 'Version: ') as '1'
  const reference = codecs[namespace].readChainId(required('chainId', 'Chain ID: '))
  if (reference === undefined) fail('chainId', 'must be the id of a network')
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
  checkFields(fields)
  return fields
}

function readFirstLine(line: string): { origin: string; namespace: SignInNamespace } {
  for (const namespace of Object.keys(codecs) as SignInNamespace[]) {
    const phrase = ` wants you to sign in with your ${codecs[namespace].blockchain} account:`
    if (line.endsWith(phrase)) return { origin: line.slice(0, -phrase.length), namespace }
  }
  return fail('message', 'must begin with "<domain> wants you to sign in with your Ethereum account:"')
}

function readResources(lines: string[]): string[] {
  return lines.map((line, index) =>
    line.startsWith('- ')
      ? line.slice(2)
      : fail('resources', `must stand in lines of their own after "- ", entry ${index + 1} does not`),
  )
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + mark.length)]
}

function fail(field: keyof MessageFields | 'message', reason: string): never {
  throw new InvalidMessageError({ field, reason })
}
