import { hex } from '@scure/base'
import { Connection, Keypair } from '@solana/web3.js'
import { onTestFinished } from 'vitest'
import { localSolana } from '../solana/localSolana.ts'
import {
  type SolanaNode,
  type StartSolanaNodeParameters,
  startSolanaNode,
} from '../solana/startSolanaNode.ts'

/** Starts a local Solana on free ports until the end of the test, with a web3.js connection to it. */
export async function startSolana(
  parameters: StartSolanaNodeParameters = {},
): Promise<
  SolanaNode & { connection: Connection; rpc: (method: string, ...params: unknown[]) => Promise<Answer> }
> {
  const node = await startSolanaNode({ port: 0, ...parameters })
  const connection = new Connection(node.url, 'confirmed')
  onTestFinished(async () => {
    // Otherwise web3.js keeps reconnecting to the closed node.
    const { _rpcWebSocket: socket } = connection as unknown as {
      _rpcWebSocket: { setAutoReconnect: (on: boolean) => void; close: () => void }
    }
    socket.setAutoReconnect(false)
    socket.close()
    await node.close()
  })
  const rpc = async (method: string, ...params: unknown[]): Promise<Answer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await (await fetch(node.url, { method: 'POST', body })).json()) as Answer
  }
  return { ...node, connection, rpc }
}

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: results of a JSON-RPC node, which only tests read
  result: any
  error?: { code: number; message: string; data?: { err?: unknown; logs?: string[] } }
}

/** Returns the web3.js key pair of an account of the manifest. */
export function keypairOf(role: (typeof localSolana.accounts)[number]['role']): Keypair {
  const account = localSolana.accounts.find((one) => one.role === role)
  return Keypair.fromSeed(hex.decode((account?.privateKey ?? '').slice(2)))
}
