import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Gateway } from '../session/createGatewayAccess.ts'
import { ServerError } from '../session/ServerError.ts'

const lifetimeMs = 5 * 60_000

/** Returns the networks on which accounts can make several calls at once, as CAIP-2 chain IDs. @throws if the gateway fails */
export type BatchNetworks = () => Promise<ReadonlySet<string>>

/**
 * Creates the list of networks with batches: the gateway names them, for five minutes. One that it names with another contract than
 * the wallet's own is left out: no account is ever upgraded to it.
 */
export function createBatchNetworks({
  gateway,
  now,
}: {
  gateway: Gateway
  now: () => number
}): BatchNetworks {
  let last: { networks: Promise<ReadonlySet<string>>; at: number } | undefined
  return () => {
    if (last && now() - last.at < lifetimeMs) return last.networks
    const networks = read(gateway)
    const current = { networks, at: now() }
    last = current
    networks.catch(() => {
      if (last === current) last = undefined
    })
    return networks
  }
}

async function read(gateway: Gateway): Promise<ReadonlySet<string>> {
  const answer = await gateway('/wallet/v1/networks').catch((error: unknown) => {
    // A gateway without smart accounts.
    if (error instanceof ServerError && error.status === 404) return []
    throw error
  })
  if (!Array.isArray(answer))
    throw new RpcError({ rpcCode: rpcErrorCodes.internalError, message: 'The gateway returned no networks.' })
  const implementation = delegatorContracts.EIP7702StatelessDeleGator.toLowerCase()
  return new Set(
    answer
      .filter((one) => `${readProperty(one, 'implementation')}`.toLowerCase() === implementation)
      .map((one) => `${readProperty(one, 'chainId')}`)
      .filter((chainId) => /^eip155:[1-9]\d{0,14}$/.test(chainId)),
  )
}
