import { rename } from 'node:fs/promises'
import { exists } from './exists.ts'
import { type Journal, openJournal } from './openJournal.ts'
import { writeWhole } from './writeWhole.ts'

/**
 * Opens a chain's journal: the one that is there if it grew from today's seed, else a fresh one, with the old put aside.
 * Its first line says which seed it is.
 *
 * @param name of the chain, for the sentence
 * @param seed makes the first entries
 */
export async function openSeeded<Entry>({
  file,
  name,
  fingerprint,
  seed,
  log,
}: {
  file: string
  name: string
  fingerprint: string
  seed: () => Promise<Entry[]>
  log: (line: string) => void
}): Promise<Journal<Entry>> {
  if (await exists(file)) {
    const found = await openJournal<Entry | { seed: string }>({ file }).catch((error: Error) => error)
    const [head, ...entries] = found instanceof Error ? [] : found.entries
    if (!(found instanceof Error) && head && (head as { seed?: string }).seed === fingerprint)
      return { ...found, entries: entries as Entry[] }
    if (!(found instanceof Error)) found.close()
    await rename(file, `${file}.old`)
    const reason = found instanceof Error ? 'its file cannot be read' : 'the seed has changed'
    log(`${name} begins afresh, ${reason}; the chain so far is kept in ${file}.old`)
  }
  // Whole or not at all: a start that is killed while seeding leaves nothing.
  const lines = [{ seed: fingerprint }, ...(await seed())].map((entry) => `${JSON.stringify(entry)}\n`)
  await writeWhole({ file, text: lines.join('') })
  const journal = await openJournal<Entry>({ file })
  return { ...journal, entries: journal.entries.slice(1) }
}
