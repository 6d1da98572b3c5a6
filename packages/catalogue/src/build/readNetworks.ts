import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from 'viem'
import * as viemChains from 'viem/chains'
import type { CatalogueNetwork } from '../Catalogue.ts'
import type { IconWriter } from './createIconWriter.ts'
import type { NetworkFacts } from './Facts.ts'
import type { Web3Icons } from './readWeb3Icons.ts'
import type { Source } from './Source.ts'

type RegistryEntry = {
  /** Writes the registry's logo and returns the name of its file. */
  writeLogo(): string | undefined
  reorgBlocks?: number | undefined
  blockSeconds?: number | undefined
}

/** Returns viem's chains and the networks of `facts.json`, with icons, block times and reorganisation depths. */
export function readNetworks({
  facts,
  registry,
  web3icons,
  icons,
}: {
  facts: Readonly<Record<string, NetworkFacts>>
  registry: Source
  web3icons: Web3Icons
  icons: IconWriter
}): CatalogueNetwork[] {
  const registered = readRegistry({ registry, icons })
  const networks = new Map<CaipNetworkId, CatalogueNetwork>()
  for (const [id, { icon, ...network }] of Object.entries(facts)) {
    const caip = id as CaipNetworkId
    networks.set(caip, { id: caip, ...network, icon: icon ? web3icons.networkIcon(icon) : undefined })
  }
  for (const chain of Object.values(viemChains) as Chain[]) {
    const id: CaipNetworkId = `eip155:${chain.id}`
    // viem exports some chains under several names: use the first.
    if (networks.has(id)) continue
    const { writeLogo, ...blocks } = registered.get(chain.id) ?? {}
    networks.set(id, {
      id,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      testnet: chain.testnet === true,
      explorerUrl: chain.blockExplorers?.default.url,
      ...blocks,
      icon: web3icons.networkIcon(id) ?? writeLogo?.(),
    })
  }
  return [...networks.values()]
}

/** Returns the EVM chains of Hyperlane's registry by chain ID. */
function readRegistry({
  registry,
  icons,
}: {
  registry: Source
  icons: IconWriter
}): Map<number, RegistryEntry> {
  const chains = new Map<number, RegistryEntry>()
  for (const [file, content] of registry.files) {
    const folder = /^(dist\/chains\/[^/]+)\/metadata\.json$/.exec(file)?.[1]
    if (!folder) continue
    const { protocol, chainId, blocks } = JSON.parse(content.toString('utf8')) as {
      protocol: string
      chainId: number | string
      blocks?: { reorgPeriod?: number | string; estimateBlockTime?: number }
    }
    if (protocol !== 'ethereum' || typeof chainId !== 'number' || chains.has(chainId)) continue
    const logo = registry.files.get(`${folder}/logo.svg`)
    const reorg = blocks?.reorgPeriod
    chains.set(chainId, {
      // For some chains this is a block tag such as "finalized" instead of a number.
      reorgBlocks: typeof reorg === 'number' ? reorg : undefined,
      blockSeconds: blocks?.estimateBlockTime,
      writeLogo: () => logo && icons.write({ bytes: logo, type: 'svg', source: registry }),
    })
  }
  return chains
}
