import type { CaipNetworkId } from '@portico/protocol'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
/** Names under which providers list the networks that have no number. */
const names: Readonly<Record<string, CaipNetworkId>> = {
  solana,
  sol: solana,
  bitcoin,
  btc: bitcoin,
  mainnet: bitcoin,
}

/**
 * Returns the network that a provider means by the number of an EVM chain or, for Solana and Bitcoin, by a name; undefined for all
 * others.
 */
export function toChain({
  chainId,
  name,
}: {
  chainId: string | number | null | undefined
  name: string | null | undefined
}): CaipNetworkId | undefined {
  const key = name?.toLowerCase() ?? ''
  if (Object.hasOwn(names, key)) return names[key]
  return /^[1-9]\d{0,15}$/.test(String(chainId ?? '')) ? `eip155:${chainId}` : undefined
}
