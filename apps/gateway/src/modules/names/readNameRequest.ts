import { InvalidNameMessageError, type NameMessage, parseNameMessage } from '@portico/protocol'
import { nameAttributes } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { Problem } from '../../infra/http/Problem.ts'

/** The change that a signed text requests. */
export type NameChange =
  | { action: 'register'; name: string }
  | { action: 'release'; name: string }
  | { action: 'set-attributes'; name: string | undefined; attributes: Readonly<Record<string, string>> }
  | { action: 'set-address'; name: string | undefined; coinType: number; address: string }

/** A signed text: a name message, or the JSON that older kits send, which is bound to a timestamp only. */
export type SignedText =
  | { kind: 'message'; message: NameMessage; change: NameChange }
  | { kind: 'json'; timestamp: number; change: NameChange }

const json = z.object({
  name: z.optional(z.string()),
  attributes: z.optional(nameAttributes),
  address: z.optional(z.string()),
  coin_type: z.optional(z.int()),
  timestamp: z.int(),
})

/**
 * Parses a signed text.
 *
 * @param action the action of the route. The JSON form does not contain one.
 * @throws {Problem} `malformed-message` or `name-mismatch`
 */
export function readNameRequest({
  text,
  action,
}: {
  text: string
  action: NameChange['action']
}): SignedText {
  const signed = text.trimStart().startsWith('{') ? readJson(text, action) : readMessage(text)
  if (signed.change.action !== action)
    throw new Problem('name-mismatch', {
      detail: `The message requests ${signed.change.action}, but the route is ${action}.`,
    })
  return signed
}

function readMessage(text: string): SignedText {
  try {
    const message = parseNameMessage(text)
    const { name } = message
    if (message.action === 'set-address') {
      const { coinType, address } = message
      return { kind: 'message', message, change: { action: 'set-address', name, coinType, address } }
    }
    if (message.action !== 'set-attributes')
      return { kind: 'message', message, change: { action: message.action, name } }
    const attributes = nameAttributes.safeParse(message.attributes)
    if (!attributes.success) throw malformed('The attributes are not valid text records.')
    return {
      kind: 'message',
      message,
      change: { action: 'set-attributes', name, attributes: attributes.data },
    }
  } catch (error) {
    if (error instanceof InvalidNameMessageError) throw malformed(error.details ?? error.shortMessage)
    throw error
  }
}

function readJson(text: string, action: NameChange['action']): SignedText {
  const { success, data } = json.safeParse(parse(text))
  if (!success) throw malformed('The JSON has no timestamp, or a field of a wrong type.')
  const { name, attributes, address, coin_type: coinType = 60, timestamp } = data
  if (action === 'register' && name !== undefined)
    return { kind: 'json', timestamp, change: { action, name } }
  if (action === 'set-attributes' && attributes)
    return { kind: 'json', timestamp, change: { action, name, attributes } }
  if (action === 'set-address' && address !== undefined)
    return { kind: 'json', timestamp, change: { action, name, coinType, address } }
  throw malformed(`The JSON lacks the fields required for ${action}.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema rejects undefined.
    return undefined
  }
}

function malformed(detail: string): Problem {
  return new Problem('malformed-message', { detail })
}
