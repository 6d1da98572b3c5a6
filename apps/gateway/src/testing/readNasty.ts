import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A hostile string that a token, name or image could contain. */
export type NastyString = { category: string; where: string; value: string; why: string }

/** Reads the hostile strings of the test vectors; returns none if the vectors are missing, except in CI, where it throws. */
export function readNasty(): NastyString[] {
  const root = resolve(import.meta.dirname, '../../../..')
  const file = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors', 'nasty-strings/nasty.json')
  if (!existsSync(file) && !process.env.CI) return []
  const content: NastyString[] | { cases: NastyString[] } = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(content) ? content : content.cases
}
