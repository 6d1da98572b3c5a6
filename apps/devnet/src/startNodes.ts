import { localBitcoin } from './bitcoin/localBitcoin.ts'
import { localSignet } from './bitcoin/localSignet.ts'
import { type LocalBitcoinNode, startBitcoin } from './bitcoin/startBitcoin.ts'
import { ChainStoppedError } from './errors/ChainStoppedError.ts'
import type { DevnetError } from './errors/DevnetError.ts'
import { localSolana } from './solana/localSolana.ts'
import { localSolanaTwo } from './solana/localSolanaTwo.ts'
import { startSolanaNode } from './solana/startSolanaNode.ts'

export interface StartNodesParameters {
  /** Folder with the chains' data, which this process must have locked. */
  folder: string
  host?: string | undefined
  /** Ports by environment variable. */
  ports: Readonly<Record<string, number>>
  /** Path of a real Bitcoin node to use for regtest. */
  bitcoind?: string | undefined
  /** Whether a failure of the real node is an error; otherwise the local ledger is used instead. */
  requiresBitcoind: boolean
  log: (line: string) => void
}

/** Environment variables of the nodes' ports, with defaults. */
export const nodePorts: Readonly<Record<string, number>> = Object.fromEntries([
  ...[localSolana, localSolanaTwo].map(({ portVariable, defaultPort }) => [portVariable, defaultPort]),
  ...[localBitcoin, localSignet].flatMap((network) => [
    [network.portVariable, network.defaultPort],
    [network.esploraPortVariable, network.defaultEsploraPort],
  ]),
])

/**
 * Starts two local networks each of Solana and Bitcoin.
 *
 * @returns one line per network with its addresses, and the URLs by CAIP-2; `failed` resolves when one ends by itself
 * @throws {DevnetError} and leaves nothing running
 */
export async function startNodes({
  folder,
  host,
  ports,
  bitcoind,
  requiresBitcoind,
  log,
}: StartNodesParameters): Promise<{
  lines: string[]
  rpcUrls: Record<string, string>
  esploraUrls: Record<string, string>
  failed: Promise<DevnetError>
  stop(): Promise<void>
}> {
  const openSolana = async (network: typeof localSolanaTwo) => {
    const port = ports[network.portVariable]
    const { url, wsUrl, close } = await startSolanaNode({ network, folder, host, port, log })
    const line = `${network.name} at ${url}, WebSocket at ${wsUrl} too`
    return { line, id: network.caip2, rpcUrl: url, esploraUrl: undefined, close }
  }
  const openBitcoin = async (network: typeof localBitcoin, program?: string | undefined) => {
    const parameters = {
      ...{ network, folder, host, log },
      port: ports[network.portVariable],
      esploraPort: ports[network.esploraPortVariable],
    }
    const open = async (): Promise<LocalBitcoinNode> => {
      try {
        return await startBitcoin({ ...parameters, bitcoind: program })
      } catch (error) {
        if (!program || requiresBitcoind) throw error
        log(`${(error as Error).message} The local ledger is used instead.`)
        return startBitcoin(parameters)
      }
    }
    const { engine, rpcUrl, esploraUrl, ended, close } = await open()
    const line = `${network.name} (${engine}) at ${rpcUrl}, Esplora at ${esploraUrl}`
    return { line, id: network.caip2, rpcUrl, esploraUrl, ended, close }
  }
  const results = await Promise.allSettled([
    openSolana(localSolana),
    openSolana(localSolanaTwo),
    openBitcoin(localBitcoin, bitcoind),
    openBitcoin(localSignet),
  ])
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((node) => node.close()))
  }
  const refused = results.find((result) => result.status === 'rejected')
  if (refused) {
    await stop()
    throw refused.reason
  }
  const [, , bitcoin] = results
  return {
    lines: running.map(({ line }) => line),
    rpcUrls: Object.fromEntries(running.map(({ id, rpcUrl }) => [id, rpcUrl])),
    esploraUrls: Object.fromEntries(
      running.flatMap(({ id, esploraUrl }) => (esploraUrl === undefined ? [] : [[id, esploraUrl]])),
    ),
    failed: (bitcoin as PromiseFulfilledResult<{ ended: Promise<string> }>).value.ended.then(
      (reason) => new ChainStoppedError({ chain: localBitcoin.name, reason }),
    ),
    stop,
  }
}
