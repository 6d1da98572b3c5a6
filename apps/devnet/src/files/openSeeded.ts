import { rename } from 'node:fs/promises'
import { exists } from './exists.ts'
import { type Journal, openJournal } from './openJournal.ts'
import { writeAtomically } from './writeAtomically.ts'

/**
 * Opens a chain's journal if it has the current seed. Otherwise renames it and creates a new one. The first line
 * identifies the seed.
 *
 * @param name of the chain, for messages
 * @param seed creates the first entries
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
    const existing = await openJournal<Entry | { seed: string }>({ file }).catch((error: Error) => error)
    const [head, ...entries] = existing instanceof Error ? [] : existing.entries
    if (!(existing instanceof Error) && head && (head as { seed?: string }).seed === fingerprint)
      return { ...existing, entries: entries as Entry[] }
    if (!(existing instanceof Error)) existing.close()
    await rename(file, `${file}.old`)
    const reason = existing instanceof Error ? 'its file cannot be read' : 'the seed has changed'
    log(`${name} starts from a new seed, because ${reason}; the previous chain is in ${file}.old`)
  }
  // Written atomically: a start that is killed during seeding leaves no file.
  const lines = [{ seed: fingerprint }, ...(await seed())].map((entry) => `${JSON.stringify(entry)}\n`)
  await writeAtomically({ file, text: lines.join('') })
  const journal = await openJournal<Entry>({ file })
  return { ...journal, entries: journal.entries.slice(1) }
}
