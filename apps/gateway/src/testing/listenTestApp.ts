import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { dispatchUpgrades } from '../infra/http/dispatchUpgrades.ts'
import type { TestApp } from './createTestApp.ts'

/** Starts a server for a test gateway on a free port. Returns `host:port`. */
export async function listenTestApp({ app, services }: Pick<TestApp, 'app' | 'services'>): Promise<string> {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server
  dispatchUpgrades({ server, modules: Object.values(services.modules), log: services.log })
  if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
