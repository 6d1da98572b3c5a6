import { localBitcoin } from './bitcoin/localBitcoin.ts'
import { localSignet } from './bitcoin/localSignet.ts'
import { type LocalBitcoinNode, startBitcoin } from './bitcoin/startBitcoin.ts'
import { ChainStoppedError } from './errors/ChainStoppedError.ts'
import type { DevnetError } from './errors/DevnetError.ts'
import { localSolana } from './solana/localSolana.ts'
import { localSolanaTwo } from './solana/localSolanaTwo.ts'
import { startSolanaNode } from './solana/startSolanaNode.ts'

export interface StartNodesParameters {
  /** Folder they keep their chains in; it must be this process's alone. */
  folder: string
  host?: string | undefined
  /** By the variable that names them. */
  ports: Readonly<Record<string, number>>
  /** A real Bitcoin node to use for regtest. */
  bitcoind?: string | undefined
  /** Whether the start fails where the real node does; else the local ledger takes its place. */
  insists: boolean
  log: (line: string) => void
}

/** Variables of the nodes' ports, with their defaults. */
export const nodePorts: Readonly<Record<string, number>> = Object.fromEntries([
  ...[localSolana, localSolanaTwo].map(({ portVariable, defaultPort }) => [portVariable, defaultPort]),
  ...[localBitcoin, localSignet].flatMap((network) => [
    [network.portVariable, network.defaultPort],
    [network.esploraPortVariable, network.defaultEsploraPort],
  ]),
])

/**
 * Starts the local networks of Solana and of Bitcoin, two of each.
 *
 * @returns where they are, a line each; `failed` settles when one ends by itself
 * @throws {DevnetError} and leaves nothing running
 */
export async function startNodes({
  folder,
  host,
  ports,
  bitcoind,
  insists,
  log,
}: StartNodesParameters): Promise<{
  lines: string[]
  failed: Promise<DevnetError>
  stop(): Promise<void>
}> {
  const openSolana = async (network: typeof localSolanaTwo) => {
    const port = ports[network.portVariable]
    const { url, wsUrl, close } = await startSolanaNode({ network, folder, host, port, log })
    return { line: `${network.name} at ${url}, WebSocket at ${wsUrl} too`, close }
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
        if (!program || insists) throw error
        log(`${(error as Error).message} The local ledger takes its place.`)
        return startBitcoin(parameters)
      }
    }
    const { engine, rpcUrl, esploraUrl, ended, close } = await open()
    return { line: `${network.name} (${engine}) at ${rpcUrl}, Esplora at ${esploraUrl}`, ended, close }
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
    failed: (bitcoin as PromiseFulfilledResult<{ ended: Promise<string> }>).value.ended.then(
      (reason) => new ChainStoppedError({ chain: localBitcoin.name, reason }),
    ),
    stop,
  }
}
