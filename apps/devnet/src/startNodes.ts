import { localBitcoin } from './bitcoin/localBitcoin.ts'
import { type LocalBitcoinNode, startBitcoin } from './bitcoin/startBitcoin.ts'
import { ChainStoppedError } from './errors/ChainStoppedError.ts'
import type { DevnetError } from './errors/DevnetError.ts'
import { localSolana } from './solana/localSolana.ts'
import { startSolanaNode } from './solana/startSolanaNode.ts'

export interface StartNodesParameters {
  /** Folder both keep their chains in; it must be this process's alone. */
  folder: string
  host?: string | undefined
  ports: { solana: number; bitcoin: number; esplora: number }
  /** A real Bitcoin node to use. */
  bitcoind?: string | undefined
  /** Whether the start fails where the real node does; else the local ledger takes its place. */
  insists: boolean
  log: (line: string) => void
}

/**
 * Starts the local Solana and the local Bitcoin.
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
  const bitcoinParameters = { folder, host, port: ports.bitcoin, esploraPort: ports.esplora, log }
  const openBitcoin = async (): Promise<LocalBitcoinNode> => {
    try {
      return await startBitcoin({ ...bitcoinParameters, bitcoind })
    } catch (error) {
      if (!bitcoind || insists) throw error
      log(`${(error as Error).message} The local ledger takes its place.`)
      return startBitcoin(bitcoinParameters)
    }
  }
  const [solana, bitcoin] = await Promise.allSettled([
    startSolanaNode({ folder, host, port: ports.solana, log }),
    openBitcoin(),
  ])
  const stop = async (): Promise<void> => {
    const running = [solana, bitcoin].flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []))
    await Promise.all(running.map((node) => node.close()))
  }
  if (solana.status === 'rejected' || bitcoin.status === 'rejected') {
    await stop()
    throw solana.status === 'rejected' ? solana.reason : (bitcoin as PromiseRejectedResult).reason
  }
  const { url, wsUrl } = solana.value
  const { engine, rpcUrl, esploraUrl, ended } = bitcoin.value
  return {
    lines: [
      `${localSolana.name} at ${url}, WebSocket at ${wsUrl} too`,
      `${localBitcoin.name} (${engine}) at ${rpcUrl}, Esplora at ${esploraUrl}`,
    ],
    failed: ended.then((reason) => new ChainStoppedError({ chain: localBitcoin.name, reason })),
    stop,
  }
}
