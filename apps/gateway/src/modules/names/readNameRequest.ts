import { InvalidNameMessageError, type NameMessage, parseNameMessage } from '@portico/protocol'
import { nameAttributes } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { HttpProblem } from '../../http/HttpProblem.ts'

/** What somebody wants, as the signed text says it. */
export type NameWish =
  | { action: 'register'; name: string }
  | { action: 'release'; name: string }
  | { action: 'set-attributes'; name: string | undefined; attributes: Readonly<Record<string, string>> }
  | { action: 'set-address'; name: string | undefined; coinType: number; address: string }

/** A signed text: ours, or the JSON that kits of this kind have always sent, which is bound to a time alone. */
export type SignedText =
  | { kind: 'message'; message: NameMessage; wish: NameWish }
  | { kind: 'json'; timestamp: number; wish: NameWish }

const json = z.object({
  name: z.optional(z.string()),
  attributes: z.optional(nameAttributes),
  address: z.optional(z.string()),
  coin_type: z.optional(z.int()),
  timestamp: z.int(),
})

/**
 * Reads what was signed.
 *
 * @param action what the route is for; JSON does not say it itself.
 * @throws {HttpProblem} `malformed-message` or `name-mismatch`
 */
export function readNameRequest({ text, action }: { text: string; action: NameWish['action'] }): SignedText {
  const read = text.trimStart().startsWith('{') ? readJson(text, action) : readMessage(text)
  if (read.wish.action !== action)
    throw new HttpProblem('name-mismatch', {
      detail: `The message is to ${read.wish.action}, not to ${action}.`,
    })
  return read
}

function readMessage(text: string): SignedText {
  try {
    const message = parseNameMessage(text)
    const { name } = message
    if (message.action === 'set-address') {
      const { coinType, address } = message
      return { kind: 'message', message, wish: { action: 'set-address', name, coinType, address } }
    }
    if (message.action !== 'set-attributes')
      return { kind: 'message', message, wish: { action: message.action, name } }
    const attributes = nameAttributes.safeParse(message.attributes)
    if (!attributes.success) throw malformed('Its attributes are no text records.')
    return { kind: 'message', message, wish: { action: 'set-attributes', name, attributes: attributes.data } }
  } catch (error) {
    if (error instanceof InvalidNameMessageError) throw malformed(error.details ?? error.shortMessage)
    throw error
  }
}

function readJson(text: string, action: NameWish['action']): SignedText {
  const { success, data } = json.safeParse(parse(text))
  if (!success) throw malformed('Its JSON holds no timestamp, or a field of a wrong type.')
  const { name, attributes, address, coin_type: coinType = 60, timestamp } = data
  if (action === 'register' && name !== undefined) return { kind: 'json', timestamp, wish: { action, name } }
  if (action === 'set-attributes' && attributes)
    return { kind: 'json', timestamp, wish: { action, name, attributes } }
  if (action === 'set-address' && address !== undefined)
    return { kind: 'json', timestamp, wish: { action, name, coinType, address } }
  throw malformed(`Its JSON does not say what to ${action}.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not an object, which is what the schema says.
    return undefined
  }
}

function malformed(detail: string): HttpProblem {
  return new HttpProblem('malformed-message', { detail })
}
