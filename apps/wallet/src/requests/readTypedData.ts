import { RequestRefusedError } from './RequestRefusedError.ts'

export type TypedField = { name: string; type: string }

/** Typed data whose structure was checked, but not its values. */
export type TypedData = {
  types: Readonly<Record<string, readonly TypedField[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}

const maxLength = 64 * 1024
const maxTypes = 128
const identifier = /^[A-Za-z_$][\w$]*$/
const atomic =
  /^(address|bool|string|bytes([1-9]|[12]\d|3[0-2])?|u?int(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?)$/
const array = /\[(?:[1-9]\d{0,5})?\]$/

/** The domain fields of EIP-712, in their order. A map, as a field name may be `constructor`. */
const domainFields = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
])
/** Field types that are used beside the standard, for example by Cosmos chains, whose domains name no contract. */
const otherDomainTypes = new Map([
  ['chainId', /^uint(\d+)?$/],
  ['verifyingContract', /^string$/],
  ['salt', /^string$/],
])

/**
 * Parses the second parameter of `eth_signTypedData_v4`: JSON text, or an object. Every type must be defined, and the domain may
 * have only the fields of the standard. If the type of the domain is missing, it is derived from the domain's values.
 *
 * @throws {RequestRefusedError}
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export function readTypedData(value: unknown): TypedData {
  const text = typeof value === 'string' ? value : writeJson(value)
  if (text.length > maxLength) refuse('Typed data may have at most 64 KiB.')
  const { types, primaryType, domain = {}, message, ...others } = asRecord(parseJson(text), 'Typed data')
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    refuse(`Typed data has types, primaryType, domain and message, but not ${unknown}.`)
  const checkedDomain = asRecord(domain, 'The domain')
  const checkedTypes: Record<string, TypedField[]> = Object.create(null)
  for (const [name, fields] of Object.entries(asRecord(types, 'types')))
    checkedTypes[name] = readFields(name, fields)
  if (Object.keys(checkedTypes).length > maxTypes) refuse(`Typed data may have at most ${maxTypes} types.`)
  if (!Object.hasOwn(checkedTypes, 'EIP712Domain'))
    checkedTypes.EIP712Domain = [...domainFields]
      .filter(([name]) => Object.hasOwn(checkedDomain, name))
      .map(([name, type]) => ({ name, type }))
  // Other fields could make a domain look bound to a network or contract when it is not.
  for (const { name, type } of checkedTypes.EIP712Domain ?? [])
    if (domainFields.get(name) !== type && !otherDomainTypes.get(name)?.test(type))
      refuse(`The domain cannot have a field ${name} of type ${type}.`)
  for (const fields of Object.values(checkedTypes))
    for (const { type } of fields) {
      const base = baseType(type)
      if (!atomic.test(base) && !Object.hasOwn(checkedTypes, base)) refuse(`There is no type ${type}.`)
    }
  if (typeof primaryType !== 'string' || !Object.hasOwn(checkedTypes, primaryType))
    refuse('primaryType must name one of the types.')
  return {
    types: checkedTypes,
    primaryType,
    domain: checkedDomain,
    message: asRecord(message, 'The message'),
  }
}

/** A type without its array brackets. */
export function baseType(type: string): string {
  const index = type.indexOf('[')
  return index === -1 ? type : type.slice(0, index)
}

function readFields(name: string, fields: unknown): TypedField[] {
  if (!identifier.test(name)) refuse('A type has a name of letters and digits.')
  // A struct named like a built-in type would be shown as one.
  if (atomic.test(name) || /^(u?int|bytes|u?fixed)\d*$/.test(name))
    refuse(`${name} cannot be the name of a struct.`)
  if (!Array.isArray(fields) || fields.length > 256) refuse(`The fields of ${name} must be a list.`)
  const names = new Set<string>()
  return fields.map((field: unknown) => {
    const { name: own, type } = asRecord(field, `A field of ${name}`)
    if (typeof own !== 'string' || !identifier.test(own)) refuse(`A field of ${name} needs a name.`)
    if (typeof type !== 'string' || !isType(type)) refuse(`The field ${own} of ${name} needs a type.`)
    if (names.has(own)) refuse(`${name} has two fields ${own}.`)
    names.add(own)
    return { name: own, type }
  })
}

function isType(type: string): boolean {
  if (type.length > 128) return false
  let rest = type
  while (array.test(rest)) rest = rest.replace(array, '')
  return identifier.test(rest)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('Typed data must be JSON.')
  }
}

function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return refuse('Typed data must be JSON.')
  }
}

function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(`${what} must be an object.`)
  return value as Record<string, unknown>
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
