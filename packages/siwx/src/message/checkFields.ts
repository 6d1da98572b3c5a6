import { isCaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import { parseDateTime } from '../grammar/parseDateTime.ts'
import { isDomain, isPchars, isScheme, isUri } from '../grammar/uri.ts'
import { InvalidMessageError } from './InvalidMessageError.ts'
import type { MessageCodec } from './MessageCodec.ts'
import type { MessageFields } from './MessageFields.ts'
import { signInNamespaces } from './signInNamespace.ts'

type Rule = { optional?: true; reason: string; holds(value: string): boolean }

const time = 'must be a date and time of RFC 3339, for example 2026-01-31T12:00:00Z'
const isTime = (value: string) => parseDateTime(value) !== undefined
// `reserved / unreserved / " "`: printable ASCII without % " < > \ ^ ` { | }
const isStatement = (value: string) => value !== '' && !/[^\w.~:/?#[\]@!$&'()*+,;= -]/.test(value)

/** The fields that are checked on their own. `address` and `chainId` depend on each other, see {@link checkAccount}. */
const rules = {
  scheme: { optional: true, reason: 'must be a URI scheme such as https', holds: isScheme },
  domain: { reason: 'must be a host with an optional port (authority of RFC 3986)', holds: isDomain },
  statement: {
    optional: true,
    reason: 'must be one line of ASCII without % " < > \\ ^ ` { | } (leave it out if it is empty)',
    holds: isStatement,
  },
  uri: { reason: 'must be a URI of RFC 3986', holds: isUri },
  version: { reason: 'must be 1', holds: (value) => value === '1' },
  nonce: {
    reason: 'must be at least 8 letters and digits',
    holds: (value) => value.length >= 8 && !/[^A-Za-z0-9]/.test(value),
  },
  issuedAt: { reason: time, holds: isTime },
  expirationTime: { optional: true, reason: time, holds: isTime },
  notBefore: { optional: true, reason: time, holds: isTime },
  requestId: { optional: true, reason: 'must consist of pchar of RFC 3986', holds: isPchars },
} satisfies Record<Exclude<keyof MessageFields, 'address' | 'chainId' | 'resources'>, Rule>

/**
 * Checks every field against EIP-4361. Used for reading and writing, so that every message written can be read.
 *
 * @param codec the codec for the namespace of `chainId`, or `undefined` if the namespace has no sign-in messages.
 * @throws {InvalidMessageError} if a field does not follow the standard, or there is no codec.
 */
export function checkFields(fields: MessageFields, codec: MessageCodec | undefined): asserts codec {
  for (const [field, rule] of Object.entries(rules) as [keyof typeof rules, Rule][]) {
    const value: unknown = fields[field]
    if (value === undefined && rule.optional) continue
    if (typeof value !== 'string' || !rule.holds(value)) fail(field, rule.reason)
  }
  checkAccount(fields, codec)
  const resources: unknown = fields.resources
  if (resources === undefined) return
  if (!Array.isArray(resources)) fail('resources', 'must be a list of URIs')
  const wrong = resources.findIndex((resource) => typeof resource !== 'string' || !isUri(resource))
  if (wrong !== -1) fail('resources', `must be URIs of RFC 3986, entry ${wrong + 1} is not`)
}

function checkAccount({ chainId, address }: MessageFields, codec: MessageCodec | undefined): asserts codec {
  if (!isCaipNetworkId(chainId)) fail('chainId', 'must be a CAIP-2 ID such as eip155:1')
  if (!codec) fail('chainId', `must be in a namespace that has sign-in messages (${signInNamespaces})`)
  const { reference } = parseCaipNetworkId(chainId)
  if (codec.readChainId(codec.printChainId(reference)) !== reference)
    fail('chainId', 'must have a reference that the message can contain')
  const problem = typeof address === 'string' ? codec.addressProblem(address, reference) : 'must be a string'
  if (problem) fail('address', problem)
}

function fail(field: keyof MessageFields, reason: string): never {
  throw new InvalidMessageError({ field, reason })
}
