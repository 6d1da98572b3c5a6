import { join } from 'node:path'
import { hashFiles } from '../../files/hashFiles.ts'
import type { Journal } from '../../files/openJournal.ts'
import { openSeeded } from '../../files/openSeeded.ts'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import { createBitcoinLedger, type LedgerEvent } from '../ledger/createBitcoinLedger.ts'
import { ledgerMethods } from '../ledger/ledgerMethods.ts'
import { localBitcoin } from '../localBitcoin.ts'
import { seedBitcoin } from '../seed/seedBitcoin.ts'
import type { BitcoinEngine } from './BitcoinEngine.ts'

const source = (path: string): string => join(import.meta.dirname, '..', path)

/** The local Bitcoin ledger of a folder, seeded or gone on from its journal; without a folder a fresh one in memory. */
export async function openLedgerEngine({
  folder,
  log,
  now,
}: {
  folder: string | undefined
  log: (line: string) => void
  now: () => number
}): Promise<BitcoinEngine> {
  const journal = folder
    ? await openSeeded({
        file: join(folder, 'bitcoin.jsonl'),
        name: localBitcoin.name,
        fingerprint: await hashFiles([
          source('seed'),
          source('localBitcoin.ts'),
          source('ledger/mineBlock.ts'),
        ]),
        seed: makeSeed,
        log,
      })
    : inMemory(await makeSeed())
  const methods = ledgerMethods(createBitcoinLedger({ now, journal }))
  return {
    name: 'local ledger',
    methods,
    call: caller(methods),
    unconfirmed: journal.entries.flatMap((event) => ('seeded' in event ? [event.seeded] : [])),
    ended: new Promise(() => {}), // it is this process
    close: async () => journal.close(),
  }
}

async function makeSeed(): Promise<LedgerEvent[]> {
  const journal = inMemory([])
  const methods = ledgerMethods(createBitcoinLedger({ now: Date.now, journal }))
  const seeded = await seedBitcoin({ call: caller(methods) })
  return [...journal.entries, { seeded }]
}

function caller(methods: JsonRpcMethods): BitcoinEngine['call'] {
  return async <Result>(method: string, ...params: unknown[]) => {
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!known) throw new JsonRpcError(-32601, 'Method not found')
    return known(params) as Result
  }
}

function inMemory(entries: LedgerEvent[]): Journal<LedgerEvent> {
  return { entries, add: (entry) => entries.push(entry), close: () => {} }
}
