import type { Endpoint } from '@portico/core'
import { type Chain, type Client, createClient, type Transport } from 'viem'
import { getCode } from 'viem/actions'
import { createTransport } from './transport.ts'

/** The same address on every chain that has it: https://github.com/mds1/multicall */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const limit = 50

/** A viem client and whether its chain has Multicall3. */
export interface ViemClient {
  client: Client<Transport, Chain>
  hasMulticall(): Promise<boolean>
}

const clients = new Map<string, ViemClient>()

/** The client of a network and its urls, made once, so that checks and rankings are shared. */
export function viemClient({ network, urls }: Endpoint): ViemClient {
  const key = [network.id, ...urls].join(' ')
  const known = clients.get(key)
  if (known) return known

  const chain: Chain = {
    id: Number(network.id),
    name: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: { default: { http: urls } },
    contracts: { multicall3: { address: multicall3 } },
  }
  const client = createClient({ chain, transport: createTransport({ chainId: chain.id, urls }) })
  let code: Promise<boolean> | undefined
  const made: ViemClient = {
    client,
    hasMulticall() {
      code ??= getCode(client, { address: multicall3 }).then(
        (found) => found !== undefined,
        () => {
          code = undefined
          return false
        },
      )
      return code
    },
  }
  if (clients.size >= limit) clients.delete(clients.keys().next().value as string)
  clients.set(key, made)
  return made
}
