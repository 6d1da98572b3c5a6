import { isCaipNetworkId } from '@portico/protocol'
import { Problem } from '../../infra/http/Problem.ts'
import { readChoice } from '../../infra/http/readChoice.ts'
import type { WalletQuery } from './WalletQuery.ts'

const defaultEntries = 40
const maxEntries = 100
const maxSearch = 100
const maxItems = 200
const maxItem = 128

/**
 * Parses the query of `GET /getWallets`. An empty parameter counts as absent.
 *
 * @throws {Problem} `invalid-request` with the name of the parameter.
 */
export function readWalletQuery(get: (name: string) => string | undefined): WalletQuery {
  const platform = readChoice({
    name: 'platform',
    value: get('platform'),
    choices: ['', 'ios', 'android'],
    fallback: '',
  })
  const badge = readChoice({
    name: 'badge',
    value: get('badge'),
    choices: ['', 'none', 'certified'],
    fallback: '',
  })
  const search = get('search')?.trim() || undefined
  if (search && search.length > maxSearch) refuse('search', `Must have at most ${maxSearch} characters.`)
  const chains = readList('chains', get('chains'))
  if (!chains.every(isCaipNetworkId))
    refuse('chains', 'Must be CAIP-2 IDs such as eip155:1, separated by commas.')
  return {
    page: readNumber('page', get('page'), { fallback: 1, maximum: 10_000 }),
    entries: readNumber('entries', get('entries'), { fallback: defaultEntries, maximum: maxEntries }),
    search,
    include: readList('include', get('include')),
    exclude: readList('exclude', get('exclude')),
    names: readList('names', get('names')),
    rdns: readList('rdns', get('rdns')),
    chains,
    platform: platform || undefined,
    badge: badge || undefined,
    sort: readChoice({ name: 'sort', value: get('sort'), choices: ['order', 'name'], fallback: 'order' }),
  }
}

function readNumber(
  name: string,
  value: string | undefined,
  { fallback, maximum }: { fallback: number; maximum: number },
): number {
  if (value === undefined || value === '') return fallback
  const number = /^\d{1,6}$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= maximum) return number
  return refuse(name, `Must be a whole number from 1 to ${maximum}.`)
}

function readList(name: string, value: string | undefined): string[] {
  const items = (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  if (items.length > maxItems || items.some((item) => item.length > maxItem))
    refuse(name, `Must be at most ${maxItems} values of at most ${maxItem} characters, separated by commas.`)
  return items
}

function refuse(name: string, detail: string): never {
  throw new Problem('invalid-request', {
    detail: `${name}: ${detail}`,
    errors: [{ pointer: name, detail }],
  })
}
