import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Messages } from '@portico/i18n'
import type { Text } from '../language/createText.ts'
import type { TextGroup } from '../language/language.ts'

const folder = join(import.meta.dirname, '..')

/** Reads the English texts of the site by their groups. */
export async function readEnglish(): Promise<Record<TextGroup, Messages>> {
  const english: Record<TextGroup, Messages> = { approve: {}, login: {}, manage: {} }
  for (const text of await listTexts()) Object.assign(english[text.group], text.english)
  return english
}

/** Returns what creates the texts of the site: the exports of all its files `copy.ts` and `…Copy.ts`. */
export async function listTexts(): Promise<Text<Messages>[]> {
  const files = globSync('**/{copy,*Copy}.ts', { cwd: folder }).sort()
  const exported = await Promise.all(
    files.map(async (file) => Object.values<Text<Messages> | object>(await import(join(folder, file)))),
  )
  return exported.flat().filter((value) => 'english' in value && 'group' in value)
}
