import { createEsplora } from '../esplora/createEsplora.ts'
import { type HttpService, serveHttp } from '../http/serveHttp.ts'
import { answerJsonRpc } from '../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../jsonRpc/JsonRpcError.ts'
import type { BitcoinEngine } from './engine/BitcoinEngine.ts'
import { openBitcoindEngine } from './engine/openBitcoindEngine.ts'
import { openLedgerEngine } from './engine/openLedgerEngine.ts'
import { type LocalBitcoin, localBitcoin } from './localBitcoin.ts'
import { startMiner } from './startMiner.ts'

export interface StartBitcoinParameters {
  /** Network of the manifest. @default regtest */
  network?: LocalBitcoin | undefined
  /** Port of the JSON-RPC; 0 selects a free port. @default the network's port */
  port?: number | undefined
  /** Port of the Esplora API; 0 selects a free port. @default the network's port */
  esploraPort?: number | undefined
  /** @default '127.0.0.1' */
  host?: string | undefined
  /** Folder of the chain's data. @default none: the chain is kept in memory */
  folder?: string | undefined
  /** Path of a real `bitcoind` to run the chain, regtest only; needs a folder. @default the local ledger */
  bitcoind?: string | undefined
  /** Milliseconds until a transaction is mined; null mines only on `mine`. @default 1000 */
  mineAfter?: number | null | undefined
  /** Receives warnings. */
  log?: ((line: string) => void) | undefined
  /** Milliseconds since 1970. @default Date.now */
  now?: (() => number) | undefined
}

export interface LocalBitcoinNode {
  /** Name of the backend: "local ledger", or the real node's version. */
  engine: string
  rpcUrl: string
  esploraUrl: string
  /** Mines blocks at once. Resolves with their hashes. */
  mine(count?: number): Promise<string[]>
  /** Resolves with the reason if a real node ends by itself. */
  ended: Promise<string>
  close(): Promise<void>
}

/**
 * Starts a local Bitcoin network for development: regtest or a signet with a part of Bitcoin Core's JSON-RPC, and the
 * Esplora HTTP API. Seeded on its first start, continued on later ones.
 *
 * @throws {PortTakenError}
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 *
 * @example
 * ```ts
 * import { startBitcoin } from '@portico/devnet'
 *
 * const bitcoin = await startBitcoin({ port: 0, esploraPort: 0 })
 * await fetch(`${bitcoin.esploraUrl}/blocks/tip/height`)
 * await bitcoin.close()
 * ```
 */
export async function startBitcoin({
  network = localBitcoin,
  port = network.defaultPort,
  esploraPort = network.defaultEsploraPort,
  host = '127.0.0.1',
  folder,
  bitcoind,
  mineAfter = 1_000,
  log = () => {},
  now = Date.now,
}: StartBitcoinParameters = {}): Promise<LocalBitcoinNode> {
  const engine: BitcoinEngine =
    bitcoind && folder
      ? await openBitcoindEngine({ program: bitcoind, folder, log })
      : await openLedgerEngine({ network, folder, log, now })
  const { call, methods } = engine
  const services: HttpService[] = []
  const { name, accounts } = network
  const { address } = accounts[2].payment
  const miner = mineAfter === null ? undefined : startMiner({ engine, address, after: mineAfter })
  const close = async (): Promise<void> => {
    miner?.stop()
    await Promise.all(services.map((service) => service.close()))
    await engine.close()
  }
  /** Not of Bitcoin Core: pauses and resumes the mining of what arrives, as `evm_setAutomine` does on EVM. */
  const setautomine = ([isEnabled]: unknown[]): null => {
    if (typeof isEnabled !== 'boolean') throw new JsonRpcError(-8, 'setautomine takes true or false')
    miner?.setEnabled(isEnabled)
    return null
  }
  try {
    const rpc = await serveHttp({
      host,
      port,
      name,
      variable: network.portVariable,
      answer: async ({ method, body }) =>
        method === 'POST'
          ? {
              type: 'application/json',
              body: await answerJsonRpc({ body, methods: { ...methods, setautomine }, version: '1.0' }),
            }
          : { status: 405, body: 'JSONRPC server handles only POST requests' },
    })
    services.push(rpc)
    const esplora = await serveHttp({
      host,
      port: esploraPort,
      name,
      variable: network.esploraPortVariable,
      answer: createEsplora(engine),
    })
    services.push(esplora)
    return {
      engine: engine.name,
      rpcUrl: rpc.url,
      esploraUrl: esplora.url,
      mine: (count = 1) => call('generatetoaddress', count, address),
      ended: engine.ended,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
