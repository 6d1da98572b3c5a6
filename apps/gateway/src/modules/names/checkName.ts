import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import type { ProblemCode } from '../../http/problems.ts'
import { normalizeName } from './normalizeName.ts'
import { reservedNames } from './reservedNames.ts'

/** What names of this gateway may look like. */
export type NameRules = {
  /** What every name ends in, without a dot in front. */
  zone: string
  /** Any label ENSIP-15 allows, and not only a to z, 0 to 9 and hyphens. */
  unicode: boolean
}

export type NameVerdict =
  | { ok: true; label: string }
  | { ok: false; code: Extract<ProblemCode, 'name-invalid' | 'name-reserved'>; reason: string }

const minLength = 3
const maxLength = 64
/** What a name has room for on its way to a contract (RFC 1035 §2.3.4). */
const maxBytes = 253
const profanity = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/**
 * Whether a name may be registered here: normalised by ENSIP-15 already (so that two spellings never look like one name
 * or the other way round), in the gateway's zone, of an allowed length, and no word that belongs to everybody.
 *
 * @example
 * checkName({ name: 'alice.portico.local', rules: { zone: 'portico.local', unicode: false } })
 */
export function checkName({ name, rules }: { name: string; rules: NameRules }): NameVerdict {
  const { zone, unicode } = rules
  if (!name.endsWith(`.${zone}`)) return invalid(`Names of this gateway end in .${zone}.`)
  const label = name.slice(0, -zone.length - 1)
  const length = [...label].length
  if (length < minLength) return invalid(`A name needs ${minLength} characters at least.`)
  if (length > maxLength) return invalid(`A name has ${maxLength} characters at most.`)
  if (Buffer.byteLength(name) > maxBytes) return invalid(`A name has ${maxBytes} bytes at most.`)
  if (label.includes('.')) return invalid('A name has no dots but those of its zone.')
  if (!unicode && !/^[a-z0-9-]+$/.test(label))
    return invalid('A name is made of small letters a to z, digits and hyphens.')
  if (label.startsWith('-') || label.endsWith('-'))
    return invalid('A name neither begins nor ends with a hyphen.')
  if (label.slice(2, 4) === '--')
    return invalid('A name has no two hyphens as its third and fourth character.')
  const normalized = normalizeName(name)
  if (normalized === undefined) return invalid('The name is not allowed by ENSIP-15.')
  if (normalized !== name)
    return invalid(`The name is not normalised by ENSIP-15: it would be ${normalized}.`)
  if (reservedNames.has(label)) return reserved('This name is reserved.')
  if ([' ', ''].some((between) => profanity.hasMatch(label.replaceAll('-', between))))
    return reserved('This name is not given to anyone.')
  return { ok: true, label }
}

const invalid = (reason: string): NameVerdict => ({ ok: false, code: 'name-invalid', reason })
const reserved = (reason: string): NameVerdict => ({ ok: false, code: 'name-reserved', reason })
