import { isCaipAddress } from '../caip/caipAddress.ts'
import { createNameMessage } from './createNameMessage.ts'
import { InvalidNameMessageError } from './InvalidNameMessageError.ts'
import { type NameMessage, nameVerbs } from './NameMessage.ts'

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const maxLength = 16_384

/**
 * Reads a text back. Only the very text {@link createNameMessage} writes is accepted, so that what was signed has one
 * meaning.
 *
 * @throws {InvalidNameMessageError}
 */
export function parseNameMessage(text: string): NameMessage {
  const message = read(text)
  if (createNameMessage(message) !== text) throw no('It is not written as createNameMessage writes it.')
  return message
}

function read(text: string): NameMessage {
  if (text.length > maxLength) throw no(`It is longer than ${maxLength} characters.`)
  const [title = '', empty, ...lines] = text.split('\n')
  const verb = (Object.keys(nameVerbs) as NameMessage['action'][]).find((action) =>
    title.startsWith(`${nameVerbs[action]} `),
  )
  if (!verb || empty !== '') throw no('Its first line names no action.')
  const fields = new Map(lines.map((line) => split(line)))
  const field = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined) throw no(`It has no line "${name}: …".`)
    return value
  }
  const owner = field('Owner')
  if (!isCaipAddress(owner)) throw no('Its owner is no CAIP-10 account.')
  const [issuedAt, expirationTime] = [field('Issued At'), field('Expiration Time')]
  for (const value of [issuedAt, expirationTime]) {
    if (!time.test(value) || Number.isNaN(Date.parse(value))) throw no('Its times are not in ISO 8601.')
  }
  const base = {
    name: title.slice(nameVerbs[verb].length + 1),
    owner,
    gateway: field('Gateway'),
    nonce: field('Nonce'),
    issuedAt,
    expirationTime,
  }
  if (verb === 'set-attributes')
    return { ...base, action: verb, attributes: readAttributes(field('Attributes')) }
  if (verb === 'set-address') {
    const coinType = Number(field('Coin Type'))
    if (!Number.isSafeInteger(coinType) || coinType < 0) throw no('Its coin type is no number.')
    return { ...base, action: verb, coinType, address: field('Address') }
  }
  return { ...base, action: verb }
}

function split(line: string): [string, string] {
  const at = line.indexOf(': ')
  if (at < 0) throw no('It has a line that is no "Field: value".')
  return [line.slice(0, at), line.slice(at + 2)]
}

function readAttributes(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      const entries = Object.entries(value)
      if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
        return Object.fromEntries(entries)
    }
  } catch {
    // Said below.
  }
  throw no('Its attributes are no JSON object of texts.')
}

function no(reason: string): InvalidNameMessageError {
  return new InvalidNameMessageError({ reason })
}
