import type { AppKitNetwork } from '@portico/react'

/** A path of this site that nothing serves: `answerInPage` answers its requests. */
const path = '/play-network'

/** The network of the examples. It exists in the page only, so that the examples need no server. */
export const playNetwork = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Play network',
  nativeCurrency: { name: 'Play ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [path] } },
  testnet: true,
} satisfies AppKitNetwork

const results: Record<string, unknown> = {
  eth_chainId: '0x7a69',
  eth_blockNumber: '0x1',
  eth_getBalance: '0x22b1c8c1227a0000', // 2.5 ETH
  eth_getCode: '0x',
  eth_gasPrice: '0x3b9aca00',
  eth_getTransactionCount: '0x0',
}

type RpcRequest = { id: number; method: string }

function answer({ id, method }: RpcRequest) {
  const result = results[method]
  if (result !== undefined) return { jsonrpc: '2.0', id, result }
  return { jsonrpc: '2.0', id, error: { code: -32601, message: `The play network has no ${method}.` } }
}

/** Answers the JSON-RPC requests to the play network, and leaves all others to the browser. */
export function answerInPage(): void {
  const next = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== location.origin || pathname !== path) return next(input, init)
    const body = (await request.json()) as RpcRequest | RpcRequest[]
    return Response.json(Array.isArray(body) ? body.map(answer) : answer(body))
  }
}

/** The absolute URL of the play network’s node, which the kit needs. */
export const playRpcUrl = () => new URL(path, location.href).href
