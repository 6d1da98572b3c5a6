import type { Chain } from 'viem'
import { preferredNetworks } from './preferredNetworks.ts'

/**
 * Writes chains of viem as a module of plain data. viem's own chains import formatters and serializers, which would add
 * kilobytes to the first load of a page.
 *
 * One file of literals with explicit types: a bundler drops the networks that nobody imports, `tsc` infers nothing, and
 * an unbundled page (a development server) requests one module instead of hundreds.
 *
 * @param chains by export name
 * @returns the source of `src/networks/evm.ts`
 */
export function toNetworksSource(chains: Readonly<Record<string, Chain>>): string {
  const sorted = Object.entries(chains).sort(([a], [b]) => (a < b ? -1 : 1))
  const written = new Map<string, string>()
  const lines = sorted.map(([name, chain]) => {
    const text = toLiteral(toNetwork(name, chain))
    // Some chains have two names.
    const first = written.get(text)
    if (first) return `export const ${name}: EvmNetwork = ${first}`
    written.set(text, name)
    return `export const ${name}: EvmNetwork = ${text}`
  })
  return `${[...header, ...lines].join('\n')}\n`
}

const header = [
  '// Written by `npm run -w @portico/core networks` from `viem/chains`: change scripts/preferredNetworks.ts instead.',
  "import type { EvmNetwork } from './network.ts'",
  '',
  "const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }",
  '',
]

/**
 * Returns the fields that the kit reads. Contracts are left out, because every page would load them: the kit knows the
 * address of Multicall3, and reads names with a gateway.
 */
function toNetwork(name: string, chain: Chain) {
  const { id, nativeCurrency, rpcUrls, blockExplorers, testnet } = chain
  const preferred = preferredNetworks[name] ?? {}
  const { webSocket, http } = rpcUrls.default
  const explorer = preferred.explorer ?? blockExplorers?.default
  return {
    id,
    name: preferred.name ?? chain.name,
    nativeCurrency: {
      name: preferred.currencyName ?? nativeCurrency.name,
      symbol: nativeCurrency.symbol,
      decimals: nativeCurrency.decimals,
    },
    rpcUrls: {
      default: { http: preferred.rpcUrl ? [preferred.rpcUrl] : http, ...(webSocket && { webSocket }) },
    },
    // Paths are appended to the URL.
    ...(explorer && {
      blockExplorers: { default: { name: explorer.name, url: explorer.url.replace(/\/+$/, '') } },
    }),
    ...(testnet && { testnet }),
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
  }
}

/** Writes plain data as TypeScript. Ether is written once. */
function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return toPrimitive(value)
  const { name, symbol, decimals } = value as Record<string, unknown>
  if (name === 'Ether' && symbol === 'ETH' && decimals === 18) return 'ether'
  return `{ ${Object.entries(value)
    .map(([key, entry]) => `${key}: ${toLiteral(entry)}`)
    .join(', ')} }`
}

function toPrimitive(value: unknown): string {
  if (typeof value !== 'string') return String(value)
  const text = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')
  return `'${text.replaceAll("'", "\\'")}'`
}
