import { isCaipAddress } from '../caip/caipAddress.ts'
import { isRecord } from '../isRecord.ts'
import { createNameMessage } from './createNameMessage.ts'
import { InvalidNameMessageError } from './InvalidNameMessageError.ts'
import { type NameMessage, nameVerbs } from './NameMessage.ts'

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const maxLength = 16_384

/**
 * Parses a name message. Accepts only the exact text that {@link createNameMessage} returns, so that a signed text
 * has only one meaning.
 *
 * @throws {InvalidNameMessageError} for any other text.
 */
export function parseNameMessage(text: string): NameMessage {
  const message = read(text)
  if (createNameMessage(message) !== text) throw invalid('It differs from the text of createNameMessage.')
  return message
}

function read(text: string): NameMessage {
  if (text.length > maxLength) throw invalid(`It is longer than ${maxLength} characters.`)
  const [title = '', empty, ...lines] = text.split('\n')
  const verb = (Object.keys(nameVerbs) as NameMessage['action'][]).find((action) =>
    title.startsWith(`${nameVerbs[action]} `),
  )
  if (!verb || empty !== '') throw invalid('Its first line has no known action.')
  const fields = new Map(lines.map((line) => split(line)))
  const field = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined) throw invalid(`It has no line "${name}: …".`)
    return value
  }
  const owner = field('Owner')
  if (!isCaipAddress(owner)) throw invalid('Its owner is not a CAIP-10 account.')
  const [issuedAt, expirationTime] = [field('Issued At'), field('Expiration Time')]
  for (const value of [issuedAt, expirationTime]) {
    if (!time.test(value) || Number.isNaN(Date.parse(value)))
      throw invalid('Its times are not ISO 8601 with milliseconds.')
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
    if (!Number.isSafeInteger(coinType) || coinType < 0) throw invalid('Its coin type is not a number.')
    return { ...base, action: verb, coinType, address: field('Address') }
  }
  return { ...base, action: verb }
}

function split(line: string): [string, string] {
  const at = line.indexOf(': ')
  if (at < 0) throw invalid('It has a line that is not "Field: value".')
  return [line.slice(0, at), line.slice(at + 2)]
}

function readAttributes(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) {
      const entries = Object.entries(value)
      if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
        return Object.fromEntries(entries)
    }
  } catch {
    // Handled below.
  }
  throw invalid('Its attributes are not a JSON object of strings.')
}

function invalid(reason: string): InvalidNameMessageError {
  return new InvalidNameMessageError({ reason })
}
