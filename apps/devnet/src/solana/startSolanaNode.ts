import { type HttpService, serveHttp } from '../http/serveHttp.ts'
import { answerJsonRpc, type JsonRpcMethods } from '../jsonRpc/answerJsonRpc.ts'
import { openLedger } from './ledger/openLedger.ts'
import { type LocalSolanaNetwork, localSolana } from './localSolana.ts'
import { answerMaker } from './maker/answerMaker.ts'
import { createMaker, type Maker } from './maker/createMaker.ts'
import { accountMethods } from './rpc/accountMethods.ts'
import { clusterMethods } from './rpc/clusterMethods.ts'
import { historyMethods } from './rpc/historyMethods.ts'
import { sendMethods } from './rpc/sendMethods.ts'
import { serveSockets } from './sockets/serveSockets.ts'

const maxPortAttempts = 20

export interface StartSolanaNodeParameters {
  /** Network of the manifest. @default the first Solana network */
  network?: LocalSolanaNetwork | undefined
  /** Port of JSON-RPC over HTTP and WebSocket; the next port also serves WebSocket. 0 selects free ports. @default the network's port */
  port?: number | undefined
  /** @default '127.0.0.1' */
  host?: string | undefined
  /** Folder of the chain's data. @default none: the chain is kept in memory */
  folder?: string | undefined
  /** Receives warnings. */
  log?: ((line: string) => void) | undefined
  /** Milliseconds since 1970; slots are derived from it. @default Date.now */
  now?: (() => number) | undefined
}

export interface SolanaNode {
  url: string
  /** WebSocket URL, on the port after that of `url`. The port of `url` also accepts WebSockets. */
  wsUrl: string
  close(): Promise<void>
}

/**
 * Starts a local Solana network for development: litesvm behind the JSON-RPC and WebSocket methods that `@solana/kit` and
 * `@solana/web3.js` use. Seeded on its first start, continued on later ones. Under `/maker/` a maker swaps its coin for Dev Dollars.
 *
 * @throws {PortTakenError}
 * @see https://solana.com/docs/rpc
 *
 * @example
 * ```ts
 * import { startSolanaNode } from '@portico/devnet'
 *
 * const node = await startSolanaNode({ port: 0 })
 * console.log(node.url, node.wsUrl)
 * await node.close()
 * ```
 */
export async function startSolanaNode({
  network = localSolana,
  port = network.defaultPort,
  host = '127.0.0.1',
  folder,
  log = () => {},
  now = Date.now,
}: StartSolanaNodeParameters = {}): Promise<SolanaNode> {
  const { ledger, close } = await openLedger({ network, folder, log, now })
  const methods: JsonRpcMethods = {
    ...clusterMethods(ledger),
    ...accountMethods(ledger),
    ...historyMethods(ledger),
    ...sendMethods(ledger),
  }
  const maker = createMaker(ledger)
  let services: [HttpService, HttpService]
  try {
    services = await openPorts({ network, host, port, methods, maker })
  } catch (error) {
    close()
    throw error
  }
  const [http, second] = services
  const sockets = serveSockets({ servers: services.map(({ server }) => server), ledger, methods })
  return {
    url: http.url,
    wsUrl: second.url.replace('http', 'ws'),
    async close() {
      sockets.close()
      await Promise.all(services.map((service) => service.close()))
      close()
    },
  }
}

/** Listens on two consecutive ports. With port 0, retries until the port after a free one is free too. */
async function openPorts({
  network,
  host,
  port,
  methods,
  maker,
}: {
  network: LocalSolanaNetwork
  host: string
  port: number
  methods: JsonRpcMethods
  maker: Maker
}): Promise<[HttpService, HttpService]> {
  const { name, portVariable: variable } = network
  const answer: Parameters<typeof serveHttp>[0]['answer'] = async ({ method, url, body }) => {
    if (method === 'GET' && url.pathname === '/health') return { body: 'ok' }
    if (method !== 'POST')
      return { status: 405, body: 'Used HTTP Method is not allowed. POST or OPTIONS is required' }
    if (url.pathname.startsWith('/maker/')) return answerMaker({ maker, path: url.pathname, body })
    return { type: 'application/json', body: await answerJsonRpc({ body, methods }) }
  }
  for (let attempt = 1; ; attempt++) {
    const first = await serveHttp({ host, port, name, variable, answer })
    try {
      return [first, await serveHttp({ host, port: first.port + 1, name, variable, answer })]
    } catch (error) {
      await first.close()
      if (port !== 0 || attempt === maxPortAttempts) throw error
    }
  }
}
