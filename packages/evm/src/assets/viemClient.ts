import type { Endpoint } from '@portico/core'
import { type Chain, type Client, createClient, type Transport } from 'viem'
import { getCode } from 'viem/actions'
import { createTransport } from './transport.ts'

/** Multicall3 has this address on every chain: https://github.com/mds1/multicall */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const maxClients = 50

/** A viem client, with a check for Multicall3 on its chain. */
export interface ViemClient {
  client: Client<Transport, Chain>
  hasMulticall(): Promise<boolean>
}

const clients = new Map<string, { client: ViemClient; customUrls: Endpoint['customUrls'] }>()

/**
 * Returns the client for a network and its URLs. Clients are cached, so that chain checks and rankings are shared.
 */
export function viemClient({ network, urls, customUrls }: Endpoint): ViemClient {
  const key = [network.id, ...urls].join(' ')
  const cached = clients.get(key)
  if (cached && cached.customUrls === customUrls) return cached.client

  const chain: Chain = {
    id: Number(network.id),
    name: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: { default: { http: urls } },
    contracts: { multicall3: { address: multicall3 } },
  }
  const networkUrls = network.rpcUrls.default?.http
  const transport = createTransport({ chainId: chain.id, urls, customUrls, networkUrls })
  const client = createClient({ chain, transport })
  let code: Promise<boolean> | undefined
  const created: ViemClient = {
    client,
    hasMulticall() {
      code ??= getCode(client, { address: multicall3 }).then(
        (bytecode) => bytecode !== undefined,
        () => {
          code = undefined
          return false
        },
      )
      return code
    },
  }
  if (clients.size >= maxClients) clients.delete(clients.keys().next().value as string)
  clients.set(key, { client: created, customUrls })
  return created
}
