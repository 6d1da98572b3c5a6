import { appendFileSync, closeSync, openSync, truncateSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { exists } from './exists.ts'

/** An append-only file with one JSON entry per line. */
export interface Journal<Entry> {
  /** Entries at the time of opening. */
  entries: Entry[]
  /** Appends an entry. It survives a killed process; a power failure may lose the last second. */
  add(entry: Entry): void
  close(): void
}

/** Opens a journal and removes an incomplete last line. */
export async function openJournal<Entry>({ file }: { file: string }): Promise<Journal<Entry>> {
  const text = (await exists(file)) ? await readFile(file) : Buffer.alloc(0)
  const completeBytes = text.lastIndexOf('\n') + 1
  if (completeBytes < text.length) truncateSync(file, completeBytes)
  const entries = text
    .subarray(0, completeBytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry)
  const handle = openSync(file, 'a')
  let isOpen = true
  return {
    entries,
    add: (entry) => appendFileSync(handle, `${JSON.stringify(entry)}\n`),
    close() {
      if (isOpen) closeSync(handle)
      isOpen = false
    },
  }
}
