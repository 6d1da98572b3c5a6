import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { createRpcHandler } from './createRpcHandler.ts'
import { createRpcLog } from './createRpcLog.ts'
import { rpcOperations, rpcRoutes } from './routes.ts'
import { createRpcService } from './service.ts'

/** Creates the module of JSON-RPC over HTTP. `handleRpc` bypasses the framework, see `createRpcListener`. */
export function createRpcModule({
  config,
  namespaces,
  projects,
  limits,
  metrics,
  ipOf,
  log,
}: Pick<ModuleContext, 'config' | 'namespaces' | 'projects' | 'limits' | 'metrics' | 'ipOf' | 'log'>) {
  const service = createRpcService({
    upstreamsByChain: new Map(namespaces.all.flatMap(({ upstreams }) => [...upstreams])),
  })
  const { production, rpcLogSample: sampleEvery } = config
  const rpcLog = createRpcLog({ log, sampleEvery })
  const handleRpc = createRpcHandler({ rpc: service, projects, log, rpcLog, metrics, limits, production })
  const routes = rpcRoutes({ handleRpc, ipOf })
  return {
    ...createModule({ section: 'Nodes', routes, operations: rpcOperations }),
    service,
    handleRpc,
    rpcLog,
  }
}
