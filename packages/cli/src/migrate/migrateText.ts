import { type ImportsAfter, rewriteImports } from './imports/rewriteImports.ts'
import type { Framework, Migration } from './Migration.ts'
import { readScripts } from './script/readScripts.ts'
import type { Note } from './script/Script.ts'

/** A file after the migration. */
export type MigratedText = ImportsAfter & {
  /** The new text; the old one if nothing changed. */
  text: string
  notes: Note[]
}

/**
 * Migrates the text of one file. Text that has nothing to do with the other kit comes back unchanged, byte for byte.
 *
 * @param file its name, which says in which language it is written
 * @returns the new text with what a person has to look at, or why the file cannot be parsed
 */
export function migrateText({
  file,
  text,
  migration,
  framework,
}: {
  file: string
  text: string
  migration: Migration
  framework: Framework
}): MigratedText | { error: string } {
  const after: ImportsAfter = { added: new Set(), remaining: new Set() }
  if (!migration.hints.some((hint) => text.includes(hint))) return { text, notes: [], ...after }
  const read = readScripts({ file, text })
  if ('error' in read) return read
  for (const script of read.scripts) {
    const transformed = migration.transform?.(script, { framework })
    const { added, remaining } = rewriteImports(script, { migration, framework, transformed })
    for (const module of added) after.added.add(module)
    for (const module of remaining) after.remaining.add(module)
  }
  for (const { position, text } of read.inserts) read.code.appendLeft(position, text)
  return { text: read.code.toString(), notes: read.notes, ...after }
}
