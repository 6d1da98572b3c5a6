import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import type { Gateway } from '../session/createGatewayAccess.ts'
import { ServerError } from '../session/ServerError.ts'

/** A sponsor whose balance could not be read for a moment is missing for no longer than this. */
const lifetimeMs = 60_000

/** A network on which accounts can make several calls at once. */
export type BatchNetwork = {
  /** Who pays fees there for this site, if anybody does. The name is what the gateway says, unverified. */
  sponsor: { paymaster: Hex; name: string } | undefined
  /** The tokens in which fees can be paid. */
  feeTokens: readonly Hex[]
}

/** Returns the networks with batches, by CAIP-2 chain ID. @throws if the gateway fails */
export type BatchNetworks = () => Promise<ReadonlyMap<string, BatchNetwork>>

/**
 * Creates the list of networks with batches: the gateway names them, for a minute. One that it names with another contract than
 * the wallet's own is left out: no account is ever upgraded to it.
 */
export function createBatchNetworks({
  gateway,
  now,
}: {
  gateway: Gateway
  now: () => number
}): BatchNetworks {
  let last: { networks: ReturnType<BatchNetworks>; at: number } | undefined
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

async function read(gateway: Gateway): ReturnType<BatchNetworks> {
  const answer = await gateway('/wallet/v1/networks').catch((error: unknown) => {
    // A gateway without smart accounts.
    if (error instanceof ServerError && error.status === 404) return []
    throw error
  })
  if (!Array.isArray(answer))
    throw new RpcError({ rpcCode: rpcErrorCodes.internalError, message: 'The gateway returned no networks.' })
  const implementation = delegatorContracts.EIP7702StatelessDeleGator.toLowerCase()
  return new Map(
    answer
      .filter((one) => `${readProperty(one, 'implementation')}`.toLowerCase() === implementation)
      .map((one): [string, BatchNetwork] => [`${readProperty(one, 'chainId')}`, readNetwork(one)])
      .filter(([chainId]) => /^eip155:[1-9]\d{0,14}$/.test(chainId)),
  )
}

function readNetwork(network: unknown): BatchNetwork {
  const sponsor = readProperty(network, 'sponsor')
  const paymaster = readProperty(sponsor, 'paymaster')
  const name = readProperty(sponsor, 'name')
  const tokens = readProperty(network, 'feeTokens')
  return {
    sponsor:
      isContract(paymaster) && typeof name === 'string' && name !== '' ? { paymaster, name } : undefined,
    feeTokens: (Array.isArray(tokens) ? tokens : [])
      .map((token: unknown) => readProperty(token, 'address'))
      .filter(isContract),
  }
}

function isContract(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?!0{40})[0-9a-fA-F]{40}$/.test(value)
}
