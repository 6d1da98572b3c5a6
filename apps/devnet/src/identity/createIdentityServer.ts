import { setTimeout } from 'node:timers/promises'
import { type PageServer, servePages } from '../http/servePages.ts'
import { answerIdentity } from './answerIdentity.ts'
import type { IdentityClient } from './IdentityClient.ts'
import { localIdentity } from './localIdentity.ts'

/** Imitated identity providers, for development. The page with the switches is at `url`; they are below it, such as `/google`. */
export type IdentityServer = PageServer

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
  return servePages({
    ...{ host, port, name: 'the identity server', variable: localIdentity.portVariable },
    // A provider's form post tells its origin, so this must not be no-referrer.
    referrerPolicy: 'strict-origin',
    createAnswer: (url) => answerIdentity({ issuerBase: issuerBase ?? url, clients, now, sleep }),
  })
}
