import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { SponsorConfig } from '../../infra/config/SponsorConfig.ts'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { createOperationReader, type OperationReader } from './createOperationReader.ts'
import { createDataGas } from './node/createDataGas.ts'
import type { FeeRates } from './quotes/createFeeRates.ts'
import { createOtherPaymasters } from './quotes/createOtherPaymasters.ts'
import { createQuotes, type Quotes } from './quotes/createQuotes.ts'
import { createExternalBundler } from './sending/createExternalBundler.ts'
import { createRelayer } from './sending/createRelayer.ts'
import { createSender, type Sender } from './sending/createSender.ts'
import { createSettlement, type Settlement } from './sending/createSettlement.ts'
import type { Reach } from './sending/Reach.ts'
import type { OperationStore } from './store.ts'

/** Paymaster and bundler of one network. */
export type Bundler = {
  chain: Chain
  quotes: Quotes
  send: Sender
  reader: OperationReader
  settlement: Settlement
}

/** Creates paymaster and bundler for each network that has a paymaster. */
export function createBundlers({
  config: { signerKey, relayerKey, networks, projects },
  chains,
  store,
  rates,
  secret,
  sendJson,
  safeFetch,
  reach,
  log,
  now,
}: {
  config: SponsorConfig
  chains: ReadonlyMap<CaipNetworkId, Chain>
  store: OperationStore
  rates: FeeRates
  secret: Buffer
  sendJson: SendJson
  safeFetch: Pick<SafeFetch, 'post'>
  reach: Reach
  log: Log
  now: () => number
}): ReadonlyMap<CaipNetworkId, Bundler> {
  const signer = privateKeyToAccount(signerKey)
  const bundlers = new Map<CaipNetworkId, Bundler>()
  for (const [id, network] of networks) {
    const chain = chains.get(id)
    if (!chain) continue
    const { bundlerUrl: url } = network
    const paymaster = network.paymaster.toLowerCase() as Hex
    const relayer =
      url === undefined && relayerKey !== undefined
        ? createRelayer({ chain, account: privateKeyToAccount(relayerKey), store, reach, log, now })
        : undefined
    const external =
      url === undefined
        ? undefined
        : createExternalBundler({ chain: id, url, store, sendJson, reach, log, now })
    const readDataGas = createDataGas({ chain })
    const quotes = createQuotes({
      chain,
      network,
      policies: (project) => projects.get(project)?.get(id),
      signer,
      relayer: relayer?.address,
      store,
      rates,
      secret,
      others: createOtherPaymasters({ safeFetch, chainId: BigInt(chain.reference), own: paymaster }),
      readDataGas,
      now,
    })
    bundlers.set(id, {
      chain,
      quotes,
      send: createSender({ chain, paymaster, relayer, external, store, readDataGas, reach, now }),
      reader: createOperationReader({ chain, store, now }),
      settlement: createSettlement({ chain, paymaster, relayer, external, store, log, now }),
    })
  }
  return bundlers
}
