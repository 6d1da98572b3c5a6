import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import type { Config } from '../infra/config/Config.ts'
import { createFetchText } from '../infra/egress/createFetchText.ts'
import { bitcoinIdentity, createBitcoinNamespace } from './bitcoin/createBitcoinNamespace.ts'
import { createEsplora } from './bitcoin/createEsplora.ts'
import { createNamespaces, type Namespaces } from './createNamespaces.ts'
import { createEvmNamespace } from './evm/createEvmNamespace.ts'
import { type NamespaceId, namespaceOf, rulesOf } from './namespaceRules.ts'
import { createUpstreamPool } from './shared/upstreams/createUpstreamPool.ts'
import { failoverPolicy } from './shared/upstreams/failoverPolicy.ts'
import type { UpstreamIdentity } from './shared/upstreams/UpstreamIdentity.ts'
import type { OnUpstream } from './shared/upstreams/UpstreamPool.ts'
import { withoutCache } from './shared/upstreams/withoutCache.ts'
import { createSolanaNamespace, solanaIdentity } from './solana/createSolanaNamespace.ts'

/** Creates the namespaces over the configured upstreams and Esplora servers. Sends no request. */
export function connectNamespaces({
  config: { rpcUrls, esploraUrls },
  evm,
  nftMetadata: metadata,
  dispatcher,
  onUpstream,
  log,
  now,
}: {
  config: Pick<Config, 'rpcUrls' | 'esploraUrls'>
  evm: Parameters<typeof createEvmNamespace>[0]
  nftMetadata: Parameters<typeof createSolanaNamespace>[0]['metadata']
  dispatcher: Dispatcher
  onUpstream: OnUpstream
  log: Log
  now: () => number
}): Namespaces {
  const upstreamsOf = (namespace: NamespaceId, identityOf: (chain: CaipNetworkId) => UpstreamIdentity) =>
    new Map(
      [...rpcUrls]
        .filter(([chain]) => namespaceOf(chain) === namespace)
        .map(([chain, urls]) => {
          const { sendMethod } = rulesOf(chain)
          const identity = identityOf(chain)
          const policy = failoverPolicy({ sendMethod })
          const pool = createUpstreamPool({ chain, urls, identity, policy, dispatcher, log, onUpstream, now })
          return [chain, withoutCache(pool)]
        }),
    )
  const fetchText = createFetchText({ dispatcher })
  const servers = new Map(
    [...esploraUrls].map(([chain, urls]) => [chain, createEsplora({ chain, urls, fetchText, log, now })]),
  )
  return createNamespaces({
    eip155: createEvmNamespace(evm),
    solana: createSolanaNamespace({ upstreams: upstreamsOf('solana', solanaIdentity), metadata, now }),
    bip122: createBitcoinNamespace({ servers, upstreams: upstreamsOf('bip122', bitcoinIdentity), now }),
  })
}
