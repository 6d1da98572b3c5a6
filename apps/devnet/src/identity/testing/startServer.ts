import { onTestFinished } from 'vitest'
import { type CreateIdentityServerParameters, createIdentityServer } from '../createIdentityServer.ts'
import type { IdentityClient } from '../IdentityClient.ts'
import { registerLocalClients } from '../registerLocalClients.ts'

/** Origin of the clients in tests. */
export const walletOrigin = 'http://wallet.localhost:4402'

/** Starts the identity server on a free port for one test; returns its URL. */
export async function startServer({
  clients = [],
  ...parameters
}: Partial<CreateIdentityServerParameters> = {}): Promise<string> {
  const all: IdentityClient[] = [...registerLocalClients({ walletOrigin }), ...clients]
  const { url, close } = await createIdentityServer({ port: 0, ...parameters, clients: all })
  onTestFinished(close)
  return url
}
