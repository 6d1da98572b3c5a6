import type { CaipNetworkId } from '@portico/protocol'
import { namespaceOf } from '../../chains/namespaceRules.ts'
import type { FaucetConfig } from '../../infra/config/FaucetConfig.ts'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { createBitcoinPayer } from './createBitcoinPayer.ts'
import { createEvmPayer } from './createEvmPayer.ts'
import { createSolanaPayer } from './createSolanaPayer.ts'
import type { FaucetPayer } from './FaucetPayer.ts'
import { faucetOperations, faucetRoutes } from './routes.ts'
import { createFaucetService } from './service.ts'

type Context = Pick<
  ModuleContext,
  'config' | 'chains' | 'namespaces' | 'projects' | 'limits' | 'ipOf' | 'log' | 'now'
>

/** Creates the module that gives test money away, on the networks that the operator has configured. */
export function createFaucetModule(context: Context) {
  const { config, projects, limits, ipOf, log, now } = context
  const faucets = new Map(
    [...config.faucets].map(([chain, faucet]) => [
      chain,
      { payer: createPayer(context, chain, faucet), amount: faucet.amount },
    ]),
  )
  const service = createFaucetService({ faucets, limits, log, now })
  const routes = faucetRoutes({ faucet: service, projects, ipOf })
  return { ...createModule({ section: 'Nodes', routes, operations: faucetOperations }), service }
}

function createPayer({ chains, namespaces }: Context, id: CaipNetworkId, { key }: FaucetConfig): FaucetPayer {
  const chain = chains.get(id)
  if (chain && key) return createEvmPayer({ chain, key })
  const { upstreams: all, utxos } = namespaces.get(id)
  const upstreams = all.get(id)
  if (upstreams && namespaceOf(id) === 'solana') return createSolanaPayer({ upstreams })
  if (upstreams && utxos && key) return createBitcoinPayer({ chain: id, key, utxos, upstreams })
  throw new Error(`FAUCETS at ${id} needs upstreams, and on Bitcoin an Esplora server.`)
}
