import { createRequire } from 'node:module'
import { join } from 'node:path'
import { hashFiles } from '../../files/hashFiles.ts'
import type { Journal } from '../../files/openJournal.ts'
import { openSeeded } from '../../files/openSeeded.ts'
import type { LocalSolanaNetwork } from '../localSolana.ts'
import { seeds } from '../seed/seeds.ts'
import { createLedger, type Ledger, type LedgerEvent } from './createLedger.ts'
import { createSlotClock } from './createSlotClock.ts'

const require = createRequire(import.meta.url)
const source = (path: string): string => join(import.meta.dirname, '..', path)

/** Opens the chain in a folder from its journal, or seeds a new one. Without a folder, seeds a chain in memory. */
export async function openLedger({
  network,
  folder,
  log,
  now,
}: {
  network: LocalSolanaNetwork
  folder: string | undefined
  log: (line: string) => void
  now: () => number
}): Promise<{ ledger: Ledger; close: () => void }> {
  const { genesisHash } = network
  const clock = createSlotClock({ genesisHash, now })
  const seed = () => makeSeed(network)
  if (!folder) return { ledger: createLedger({ clock, journal: inMemory(await seed()) }), close: () => {} }
  const { version } = require('litesvm/package.json') as { version: string }
  const journal = await openSeeded({
    file: join(folder, network.file),
    name: network.name,
    fingerprint: await hashFiles(
      ['seed', 'localSolana.ts', 'localSolanaTwo.ts', 'ledger/createSlotClock.ts'].map(source),
      version,
    ),
    seed,
    log,
  })
  return { ledger: createLedger({ clock, journal }), close: journal.close }
}

async function makeSeed({ genesisHash }: LocalSolanaNetwork): Promise<LedgerEvent[]> {
  let time = 0
  const journal = inMemory([])
  const ledger = createLedger({ clock: createSlotClock({ genesisHash, now: () => time }), journal })
  await seeds[genesisHash]?.({
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
