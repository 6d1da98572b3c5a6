import type { Endpoint, NameClaim, Network } from '@portico/core'
import { readNameRecord } from './readNameRecord.ts'

/** How long Ethereum may take, in milliseconds. It is a second opinion, and names are found without it. */
const timeoutMs = 5000
const ethereum: Network = {
  id: 1,
  name: 'Ethereum',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {},
}

/**
 * Returns whether Ethereum gives a name another address than the gateway, or none. If there is nobody else to ask, or the node
 * cannot tell or takes too long, nothing is contradicted.
 */
export async function isNameContradicted({
  name: typed,
  found,
  expected,
  customUrls,
  gatewayUrl,
}: NameClaim): Promise<boolean> {
  const urls = customUrls.map(({ url }) => url).filter((url) => originOf(url) !== originOf(gatewayUrl))
  const name = toNormalName(typed, found.name)
  if (urls.length === 0 || name === undefined) return false
  const endpoint: Endpoint = { network: ethereum, urls, customUrls }
  const isOfEns = found.source === 'ens'
  async function compare(name: string): Promise<boolean> {
    for (const coinType of expected.coinTypes) {
      const bytes = await readNameRecord({ ...endpoint, name, coinType })
      if (bytes === undefined) return false
      // Whether it is only the Ethereum address is shown, so it must be true, too.
      if (bytes !== '0x') return bytes !== expected.bytes || (isOfEns && coinType !== found.coinType)
    }
    // Names of the gateway itself need not be on Ethereum.
    return isOfEns
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  return Promise.race([compare(name), late]).finally(() => clearTimeout(timer))
}

/**
 * Returns the normal form (ENSIP-15) of what was typed. The gateway's word for it counts only where it is what was typed: the
 * rules are not in the browser, and the gateway could answer with another name. Undefined if it cannot be known.
 */
function toNormalName(typed: string, answered: string): string | undefined {
  const name = typed.normalize('NFC').toLowerCase()
  return /^[a-z0-9._-]+$/.test(name) || name === answered ? name : undefined
}

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : url
