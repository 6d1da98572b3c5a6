import type { Catalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import type { Mailer } from '@portico/server/mail'
import type { Dispatcher } from 'undici'
import type { Indexer } from '../chains/evm/indexer/Indexer.ts'
import type { IndexJobs } from '../chains/evm/indexer/jobs/IndexJobs.ts'
import type { Bus } from '../infra/bus/Bus.ts'
import type { SafeFetch } from '../infra/egress/createSafeFetch.ts'
import type { SendJson } from '../infra/egress/createSendJson.ts'
import type { GatewayModule } from '../infra/module/createModule.ts'
import { createAuthModule } from '../modules/auth/auth.ts'
import type { Keys } from '../modules/auth/loadKeys.ts'
import { createBalancesModule } from '../modules/balances/balances.ts'
import { createBundlerModule } from '../modules/bundler/bundler.ts'
import type { Reach } from '../modules/bundler/sending/Reach.ts'
import { createCcipModule } from '../modules/ccip/ccip.ts'
import { createChainsModule } from '../modules/chains/chains.ts'
import { createConvertModule } from '../modules/convert/convert.ts'
import { createEmbeddedModule } from '../modules/embedded/embedded.ts'
import { createFaucetModule } from '../modules/faucet/faucet.ts'
import { createHealthModule } from '../modules/health/health.ts'
import { createHistoryModule } from '../modules/history/history.ts'
import { createIdentityModule } from '../modules/identity/identity.ts'
import type { createImagesModule } from '../modules/images/images.ts'
import type { ModuleContext } from '../modules/ModuleContext.ts'
import { createNamesModule } from '../modules/names/names.ts'
import type { NftMetadataService } from '../modules/nfts/createNftMetadataService.ts'
import { createNftsModule } from '../modules/nfts/nfts.ts'
import { createOnrampModule } from '../modules/onramp/onramp.ts'
import type { createPricesModule } from '../modules/prices/prices.ts'
import { createProblemsModule } from '../modules/problems/problems.ts'
import type { createProjectsModule } from '../modules/projects/projects.ts'
import { createRelayModule } from '../modules/relay/relay.ts'
import { createResolveModule } from '../modules/resolve/resolve.ts'
import { createRpcModule } from '../modules/rpc/rpc.ts'
import { createSimulateModule } from '../modules/simulate/simulate.ts'
import { createSocketsModule } from '../modules/sockets/sockets.ts'
import { createStreamModule } from '../modules/stream/stream.ts'
import { createUtxoModule } from '../modules/utxo/utxo.ts'
import { createWalletsModule } from '../modules/wallets/wallets.ts'
import { createOpenApiModule } from './openapi/openApi.ts'

/**
 * Creates the modules, in the order `createApp` mounts their routes.
 *
 * @param context.own registers a module to be closed, in reverse order.
 * @param context.created modules that already exist, because the chains need their services.
 */
export async function createModules({
  own,
  created,
  ...context
}: ModuleContext & {
  own: <Module extends GatewayModule>(module: Module) => Module
  created: {
    images: ReturnType<typeof createImagesModule>
    prices: ReturnType<typeof createPricesModule>
    projects: ReturnType<typeof createProjectsModule>
  }
  keys: Keys
  fetchVault: typeof globalThis.fetch | undefined
  mailer: Mailer | undefined
  reach: Reach | undefined
  safeFetch: SafeFetch
  /** Asks the servers of names. */
  lookupFetch: SafeFetch
  /** Asks paymasters of others. */
  paymasterFetch: SafeFetch
  sendJson: SendJson
  catalogue: Catalogue
  dispatcher: Dispatcher
  bus: Bus
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  /** Undefined if nothing is read in the background. */
  jobs: IndexJobs | undefined
  nftMetadata: NftMetadataService
}) {
  const prices = created.prices.service
  const images = created.images.service
  const rpc = own(createRpcModule(context))
  const names = own(createNamesModule(context))
  const auth = own(createAuthModule(context))
  const onramp = own(createOnrampModule({ ...context, auth: auth.service, prices }))
  const convert = own(createConvertModule({ ...context, prices }))
  const embedded = own(await createEmbeddedModule(context))
  const modules = {
    rpc,
    health: own(createHealthModule(context)),
    problems: own(createProblemsModule()),
    sockets: own(createSocketsModule({ ...context, rpc: rpc.service, rpcLog: rpc.rpcLog })),
    chains: own(createChainsModule({ ...context, offersSwaps: convert.service.serves })),
    stream: own(createStreamModule({ ...context, prices, purchases: onramp.sessions })),
    relay: own(await createRelayModule(context)),
    projects: created.projects,
    balances: own(createBalancesModule({ ...context, prices })),
    prices: created.prices,
    history: own(createHistoryModule({ ...context, purchases: onramp })),
    nfts: own(createNftsModule(context)),
    utxo: own(createUtxoModule(context)),
    simulate: own(createSimulateModule(context)),
    convert,
    onramp,
    identity: own(createIdentityModule({ ...context, images, names: names.service })),
    names,
    faucet: own(createFaucetModule(context)),
    resolve: own(createResolveModule({ ...context, safeFetch: context.lookupFetch, names: names.service })),
    ccip: own(createCcipModule({ ...context, nameStore: names.store })),
    wallets: own(createWalletsModule(context)),
    images: created.images,
    embedded,
    bundler: own(
      createBundlerModule({
        ...context,
        safeFetch: context.paymasterFetch,
        embedded: embedded.service,
        prices,
      }),
    ),
    auth,
  }
  const { publicUrls } = context.config
  const openApi = createOpenApiModule({ modules: Object.values(modules), publicUrls })
  return { ...modules, openApi }
}
