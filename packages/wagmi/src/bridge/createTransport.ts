import type { CustomRpcUrl } from '@portico/core'
import type { ConnectionAccess } from '@portico/core/internal'
import { fallback, type HttpTransportConfig, http, type Transport } from 'viem'

/** Where the requests of a chain go, unless the application configures a transport for it. */
export interface RpcSources {
  projectId: string
  /** By CAIP-2 ID. */
  customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined
  gatewayUrl?: string | undefined
  /** Returns access to the kit, which may have a gateway and URLs too. */
  getKit(): ConnectionAccess | undefined
}

/**
 * Creates the transport of a chain: first the application's own URLs, then the gateway, then those of the chain. The kit
 * is created after the config, so the URLs are read again with each request.
 */
export function createTransport(chainId: number, sources: RpcSources): Transport {
  return (options) => {
    let key = ''
    let transport: ReturnType<Transport> | undefined
    const getCurrent = () => {
      const urls = listUrls(chainId, sources, options.chain?.rpcUrls.default.http ?? [])
      const wanted = urls.map(({ url }) => url).join(' ')
      if (!transport || wanted !== key) {
        key = wanted
        const all = urls.map(({ url, config }) => http(url, config as HttpTransportConfig))
        // `http` without a URL reports which chain has none.
        const [first = http(), ...others] = all
        transport = (others.length > 0 ? fallback([first, ...others]) : first)(
          options,
        ) as ReturnType<Transport>
      }
      return transport
    }
    const initial = getCurrent()
    return { ...initial, request: (...parameters) => getCurrent().request(...parameters) } as typeof initial
  }
}

function listUrls(
  chainId: number,
  { projectId, customRpcUrls, gatewayUrl, getKit }: RpcSources,
  chainUrls: readonly string[],
): readonly CustomRpcUrl[] {
  const networkId = `eip155:${chainId}` as const
  const endpoint = getKit()?.getEndpoint(networkId)
  const custom = customRpcUrls?.[networkId] ?? []
  const gateway =
    gatewayUrl === undefined
      ? []
      : [`${gatewayUrl.replace(/\/+$/, '')}/v1/?${new URLSearchParams({ chainId: networkId, projectId })}`]
  const configOf = (url: string) => endpoint?.customUrls?.find((one) => one.url === url)?.config
  const others = [...gateway, ...(endpoint?.urls ?? []), ...chainUrls].map((url) => ({
    url,
    config: configOf(url),
  }))
  const all = [...custom, ...others]
  return all.filter(({ url }, index) => all.findIndex((one) => one.url === url) === index)
}
