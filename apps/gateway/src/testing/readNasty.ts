import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A string that somebody could call a token, a name or a picture. */
export type NastyString = { category: string; where: string; value: string; why: string }

/** The nasty strings of the published vectors; none where these are absent. A run that decides about a change has them. */
export function readNasty(): NastyString[] {
  const root = resolve(import.meta.dirname, '../../../..')
  const file = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors', 'nasty-strings/nasty.json')
  if (!existsSync(file) && !process.env.CI) return []
  const content: NastyString[] | { cases: NastyString[] } = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(content) ? content : content.cases
}
