import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { createUpgradeHandlers } from '../createUpgradeHandlers.ts'
import { dispatchUpgrades } from '../http/dispatchUpgrades.ts'
import type { TestApp } from './createTestApp.ts'

/** Gives a gateway of a test a port; returns its address, without a scheme. */
export async function listenTestApp({ app, services }: Pick<TestApp, 'app' | 'services'>): Promise<string> {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server
  dispatchUpgrades({ server, handlers: createUpgradeHandlers(services), log: services.log })
  if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
