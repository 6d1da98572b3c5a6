import type { Hono } from 'hono'
import type { AppEnv } from '../http/AppEnv.ts'
import type { UpgradeHandler } from '../http/dispatchUpgrades.ts'
import type { Operation } from '../http/openapi/Operation.ts'
import { routeCosts } from '../http/openapi/routeCosts.ts'
import type { Section } from '../http/openapi/sections.ts'

/** A module of the gateway: its routes, their OpenAPI operations and request costs. */
export type GatewayModule = {
  routes: Hono<AppEnv>
  /** The section of the API document that lists `operations`. */
  section: Section
  /** The routes as the API document describes them. */
  operations: readonly Operation[]
  /** Cost units of a call by route pattern, such as `/v1/identity/:address`. */
  costs: Readonly<Record<string, number>>
  /** Handlers of WebSocket upgrades by path. */
  upgrades: Readonly<Record<string, UpgradeHandler>>
  /** Releases the resources of the module. */
  close(): void | Promise<void>
}

/**
 * Creates a module from its routes and their descriptions; the costs come from the operations.
 *
 * @param close omitted if the module has no resources to release.
 * @example
 * createModule({ section: 'Relay', routes: relayRoutes({ relay }), operations: relayOperations, close: relay.close })
 */
export function createModule({
  routes,
  section,
  operations,
  upgrades = {},
  close = () => undefined,
}: Pick<GatewayModule, 'routes' | 'section' | 'operations'> &
  Partial<Pick<GatewayModule, 'upgrades' | 'close'>>): GatewayModule {
  return { routes, section, operations, costs: routeCosts(operations), upgrades, close }
}
