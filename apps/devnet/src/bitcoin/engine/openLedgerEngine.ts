import { join } from 'node:path'
import { hashFiles } from '../../files/hashFiles.ts'
import type { Journal } from '../../files/openJournal.ts'
import { openSeeded } from '../../files/openSeeded.ts'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import { createBitcoinLedger, type LedgerEvent } from '../ledger/createBitcoinLedger.ts'
import { ledgerMethods } from '../ledger/ledgerMethods.ts'
import type { LocalBitcoin } from '../localBitcoin.ts'
import { seeds } from '../seed/seeds.ts'
import type { BitcoinEngine } from './BitcoinEngine.ts'

const source = (path: string): string => join(import.meta.dirname, '..', path)

/**
 * Opens the local Bitcoin ledger of a folder, seeded or restored from its journal; without a folder a new one in
 * memory.
 */
export async function openLedgerEngine({
  network,
  folder,
  log,
  now,
}: {
  network: LocalBitcoin
  folder: string | undefined
  log: (line: string) => void
  now: () => number
}): Promise<BitcoinEngine> {
  const { chain } = network
  const seed = () => makeSeed(network)
  const journal = folder
    ? await openSeeded({
        file: join(folder, network.file),
        name: network.name,
        fingerprint: await hashFiles([
          source('seed'),
          source('localBitcoin.ts'),
          source('localSignet.ts'),
          source('ledger/mineBlock.ts'),
        ]),
        seed,
        log,
      })
    : inMemory(await seed())
  const methods = ledgerMethods({ ledger: createBitcoinLedger({ chain, now, journal }), chain })
  return {
    name: 'local ledger',
    chain,
    methods,
    call: caller(methods),
    unconfirmed: journal.entries.flatMap((event) => ('seeded' in event ? [event.seeded] : [])),
    ended: new Promise(() => {}), // it is this process
    close: async () => journal.close(),
  }
}

async function makeSeed(network: LocalBitcoin): Promise<LedgerEvent[]> {
  const { chain } = network
  const journal = inMemory([])
  const ledger = createBitcoinLedger({ chain, now: Date.now, journal })
  const seeded = await seeds[chain]({ call: caller(ledgerMethods({ ledger, chain })) })
  return [...journal.entries, ...(seeded ? [{ seeded }] : [])]
}

function caller(methods: JsonRpcMethods): BitcoinEngine['call'] {
  return async <Result>(method: string, ...params: unknown[]) => {
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!handler) throw new JsonRpcError(-32601, 'Method not found')
    return handler(params) as Result
  }
}

function inMemory(entries: LedgerEvent[]): Journal<LedgerEvent> {
  return { entries, add: (entry) => entries.push(entry), close: () => {} }
}
