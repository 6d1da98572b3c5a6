import { BaseError, type CaipNetworkId } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { createPublicClient, fallback, http, type PublicClient } from 'viem'
import type { Config } from '../../../infra/config/Config.ts'
import { describeChainError } from './describeChainError.ts'

/** A network on which a command reads and sends. */
export type OpenNetwork = { id: CaipNetworkId; chainId: number; client: PublicClient }

/**
 * Connects to the nodes of a network, and checks that they are of that network and that it has EntryPoint 0.7.
 *
 * @throws {BaseError} if it is not in `RPC_URLS`, its nodes do not answer, or they are of another network.
 */
export async function openSponsorNetwork({
  config,
  chain,
}: {
  config: Config
  chain: string
}): Promise<OpenNetwork> {
  const id = chain as CaipNetworkId
  const urls = (config.rpcUrls.get(id) ?? []).filter((url) => /^http/i.test(url))
  if (!chain.startsWith('eip155:') || urls.length === 0)
    throw new BaseError(`RPC_URLS has no EVM network ${chain.slice(0, 60)}.`)
  const client = createPublicClient({
    transport: fallback(urls.map((url) => http(url, { timeout: 20_000, retryCount: 1 }))),
    cacheTime: 0,
  })
  const chainId = Number(chain.slice('eip155:'.length))
  try {
    const found = await client.getChainId()
    if (found !== chainId)
      throw new BaseError(`The nodes of ${chain} in RPC_URLS are of eip155:${found}: nothing was sent.`)
    if (!(await client.getCode({ address: delegatorContracts.EntryPoint })))
      throw new BaseError(`${chain} has no EntryPoint 0.7 at ${delegatorContracts.EntryPoint}.`)
  } catch (error) {
    throw describeChainError({ chain, error })
  }
  return { id, chainId, client }
}
