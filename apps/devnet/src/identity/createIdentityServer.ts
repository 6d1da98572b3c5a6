import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { PortTakenError } from '../errors/PortTakenError.ts'
import { createIdentityListener } from './createIdentityListener.ts'
import type { IdentityClient } from './IdentityClient.ts'
import { localIdentity } from './localIdentity.ts'

/** Imitated identity providers, for development. */
export interface IdentityServer {
  /** URL of the page with the switches; the providers are below it, such as `/google`. */
  url: string
  close(): Promise<void>
}

export interface CreateIdentityServerParameters {
  /** 0 selects a free port. */
  port: number
  /** Address to listen on. @default '127.0.0.1' */
  host?: string | undefined
  /** URL that the issuer identifiers begin with. @default the server's URL */
  issuerBase?: string | undefined
  /** Clients registered at the providers. */
  clients: readonly IdentityClient[]
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined
  /** Waits before the answers of a slow provider. */
  sleep?: ((ms: number) => Promise<unknown>) | undefined
}

/**
 * Starts an identity server that imitates Google, Apple, GitHub, Discord, X and Facebook, each with the behaviour in which
 * it differs from the standards, Farcaster's relay and app, and three people to log in as. Nothing is kept after it is closed.
 *
 * @throws {PortTakenError}
 * @example
 * const { url, close } = await createIdentityServer({
 *   port: 4409,
 *   clients: [
 *     { provider: 'google', id: 'app', secret: 'secret', redirectUris: ['http://localhost:4400/back'] },
 *   ],
 * })
 * // Discovery: http://localhost:4409/google/.well-known/openid-configuration
 * await close()
 */
export async function createIdentityServer({
  port,
  host = '127.0.0.1',
  issuerBase,
  clients,
  now = Date.now,
  sleep = setTimeout,
}: CreateIdentityServerParameters): Promise<IdentityServer> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { portVariable: variable } = localIdentity
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new PortTakenError({ chain: 'the identity server', host, port, variable }) : error)
    })
    server.listen(port, host, resolve)
  })
  const url = `http://${nameOf(host)}:${(server.address() as AddressInfo).port}`
  server.on('request', createIdentityListener({ issuerBase: issuerBase ?? url, clients, now, sleep }))
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns the name of the server in URLs, which browsers and servers on this machine must both reach. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
