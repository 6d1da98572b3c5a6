import { createRequire } from 'node:module'
import { join } from 'node:path'
import { hashFiles } from '../../files/hashFiles.ts'
import type { Journal } from '../../files/openJournal.ts'
import { openSeeded } from '../../files/openSeeded.ts'
import { localSolana } from '../localSolana.ts'
import { seedSolana } from '../seed/seedSolana.ts'
import { createLedger, type Ledger, type LedgerEvent } from './createLedger.ts'
import { createSlotClock } from './createSlotClock.ts'

const require = createRequire(import.meta.url)
const source = (path: string): string => join(import.meta.dirname, '..', path)

/** The chain of a folder, seeded or gone on from its journal; without a folder a fresh one in memory. */
export async function openLedger({
  folder,
  log,
  now,
}: {
  folder: string | undefined
  log: (line: string) => void
  now: () => number
}): Promise<{ ledger: Ledger; close: () => void }> {
  if (!folder) {
    const journal = inMemory(await makeSeed())
    return { ledger: createLedger({ clock: createSlotClock({ now }), journal }), close: () => {} }
  }
  const { version } = require('litesvm/package.json') as { version: string }
  const journal = await openSeeded({
    file: join(folder, 'solana.jsonl'),
    name: localSolana.name,
    fingerprint: await hashFiles(
      [source('seed'), source('localSolana.ts'), source('ledger/createSlotClock.ts')],
      version,
    ),
    seed: makeSeed,
    log,
  })
  return { ledger: createLedger({ clock: createSlotClock({ now }), journal }), close: journal.close }
}

async function makeSeed(): Promise<LedgerEvent[]> {
  let time = 0
  const journal = inMemory([])
  const ledger = createLedger({ clock: createSlotClock({ now: () => time }), journal })
  await seedSolana({
    ledger,
    at: (next) => {
      time = next
    },
  })
  return journal.entries
}

function inMemory(entries: LedgerEvent[]): Journal<LedgerEvent> {
  return { entries, add: (entry) => entries.push(entry), close: () => {} }
}
