import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import type { ProblemCode } from '../../infra/http/problems.ts'
import { normalizeName } from './normalizeName.ts'
import { reservedNames } from './reservedNames.ts'

/** Rules for names of this gateway. */
export type NameRules = {
  /** The suffix of every name, without a leading dot. */
  zone: string
  /** Whether labels may contain all characters that ENSIP-15 allows, not only a to z, 0 to 9 and hyphens. */
  unicode: boolean
}

export type NameVerdict =
  | { ok: true; label: string }
  | { ok: false; code: Extract<ProblemCode, 'name-invalid' | 'name-reserved'>; reason: string }

const minLength = 3
const maxLength = 64
/** Limit of a DNS name (RFC 1035), which the DNS encoding for resolver contracts also has. */
const maxBytes = 253
const profanity = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/**
 * Checks whether a name may be registered: it must be normalised by ENSIP-15 (so that no two names look the same), end
 * in the gateway's zone, have an allowed length, and be neither reserved nor profane.
 *
 * @example
 * checkName({ name: 'alice.portico.local', rules: { zone: 'portico.local', unicode: false } })
 */
export function checkName({ name, rules }: { name: string; rules: NameRules }): NameVerdict {
  const { zone, unicode } = rules
  if (!name.endsWith(`.${zone}`)) return invalid(`Names of this gateway end in .${zone}.`)
  const label = name.slice(0, -zone.length - 1)
  const length = [...label].length
  if (length < minLength) return invalid(`A name must have at least ${minLength} characters.`)
  if (length > maxLength) return invalid(`A name must have at most ${maxLength} characters.`)
  if (Buffer.byteLength(name) > maxBytes) return invalid(`A name must have at most ${maxBytes} bytes.`)
  if (label.includes('.')) return invalid('A name must not contain dots before its zone.')
  if (!unicode && !/^[a-z0-9-]+$/.test(label))
    return invalid('A name may contain only lower-case letters a to z, digits and hyphens.')
  if (label.startsWith('-') || label.endsWith('-'))
    return invalid('A name must not begin or end with a hyphen.')
  if (label.slice(2, 4) === '--')
    return invalid('A name must not have hyphens as its third and fourth characters.')
  const normalized = normalizeName(name)
  if (normalized === undefined) return invalid('ENSIP-15 does not allow this name.')
  if (normalized !== name)
    return invalid(`The name is not normalised by ENSIP-15. Its normal form is ${normalized}.`)
  if (reservedNames.has(label)) return reserved('This name is reserved.')
  if ([' ', ''].some((between) => profanity.hasMatch(label.replaceAll('-', between))))
    return reserved('This name cannot be registered.')
  return { ok: true, label }
}

const invalid = (reason: string): NameVerdict => ({ ok: false, code: 'name-invalid', reason })
const reserved = (reason: string): NameVerdict => ({ ok: false, code: 'name-reserved', reason })
