import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import type { RpcLog } from '../rpc/createRpcLog.ts'
import type { RpcService } from '../rpc/service.ts'
import { createSubscriptions, type Subscriptions } from './createSubscriptions.ts'
import { socketOperations, socketRoutes } from './routes.ts'
import { createSocketService, type SocketSizes } from './service.ts'

/** Creates the module of JSON-RPC and subscriptions over WebSocket. */
export function createSocketsModule({
  config: { trustedProxies },
  projects,
  limits,
  chains,
  heads,
  upstreamSockets,
  rpc,
  rpcLog,
  log,
  subscriptions = createSubscriptions({ chains, heads, upstreamSockets, log }),
  sizes,
}: Pick<ModuleContext, 'config' | 'projects' | 'limits' | 'chains' | 'heads' | 'upstreamSockets' | 'log'> & {
  rpc: RpcService
  rpcLog: RpcLog
  subscriptions?: Subscriptions
  sizes?: Partial<SocketSizes>
}) {
  const service = createSocketService({
    rpc,
    projects,
    subscriptions,
    limits,
    trustedProxies,
    log,
    rpcLog,
    ...(sizes ? { sizes } : {}),
  })
  const { accept } = service
  return {
    ...createModule({
      section: 'Nodes',
      routes: socketRoutes({ trustedProxies }),
      operations: socketOperations,
      upgrades: { '/v1': accept, '/v1/': accept, '/ws': accept },
    }),
    service,
  }
}
