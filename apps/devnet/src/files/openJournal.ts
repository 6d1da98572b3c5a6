import { appendFileSync, closeSync, openSync, truncateSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { exists } from './exists.ts'

/** A file to which facts are only ever added, a line of JSON each. */
export interface Journal<Entry> {
  /** What was there when it was opened. */
  entries: Entry[]
  /** On the way to the disk when this returns: a killed process loses nothing, a power cut may lose the last second. */
  add(entry: Entry): void
  close(): void
}

/** Opens a journal. A last line that a kill has cut short is taken off. */
export async function openJournal<Entry>({ file }: { file: string }): Promise<Journal<Entry>> {
  const text = (await exists(file)) ? await readFile(file) : Buffer.alloc(0)
  const whole = text.lastIndexOf('\n') + 1
  if (whole < text.length) truncateSync(file, whole)
  const entries = text
    .subarray(0, whole)
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
