import type { CaipNetworkId } from '@portico/protocol'
import type { Log, UsageShare } from '@portico/server'
import type { RpcClient } from '@portico/siwx'
import type { Namespaces } from '../chains/createNamespaces.ts'
import type { Heads } from '../chains/evm/heads/Heads.ts'
import type { UpstreamSocket } from '../chains/evm/upstreams/createUpstreamSocket.ts'
import type { Chain } from '../chains/shared/Chain.ts'
import type { Config } from '../infra/config/Config.ts'
import type { Database } from '../infra/database/openDatabase.ts'
import type { IpOf } from '../infra/http/createIpOf.ts'
import type { HubClient } from '../infra/hub/connectHub.ts'
import type { Limits } from '../infra/limits/createLimits.ts'
import type { Metrics } from '../infra/metrics/createMetrics.ts'
import type { RedisServer } from '../infra/redis/createRedis.ts'
import type { Projects } from './projects/service.ts'
import type { TokenService } from './tokens/service.ts'

/** What several modules need. A module's factory picks from it. */
export type ModuleContext = {
  config: Config
  database: Database
  /** Undefined if the gateway is a single process or machine. */
  redis: RedisServer | undefined
  /** Connection to the supervisor; undefined in a single process and with Redis. */
  hub: HubClient | undefined
  /** Where several processes count their usage together; undefined in a single process. */
  usageShare: UsageShare | undefined
  metrics: Metrics
  limits: Limits
  projects: Projects
  tokens: TokenService
  /** Every namespace that is served. */
  namespaces: Namespaces
  /** The EVM networks, by CAIP-2 id. */
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** The same networks as clients for signature checks. */
  clients: ReadonlyMap<CaipNetworkId, RpcClient>
  /** The newest blocks of the EVM networks. */
  heads: ReadonlyMap<CaipNetworkId, Heads>
  /** Messages that EVM nodes push. */
  upstreamSockets: ReadonlyMap<CaipNetworkId, UpstreamSocket>
  /** Signs cursors of paged lists. */
  cursorSecret: Buffer
  ipOf: IpOf
  log: Log
  now: () => number
}
