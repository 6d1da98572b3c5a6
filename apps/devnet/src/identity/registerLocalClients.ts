import { createPublicKey } from 'node:crypto'
import type { IdentityClient } from './IdentityClient.ts'
import { localIdentity } from './localIdentity.ts'

/**
 * Returns the clients of the manifest, with redirect URIs on the wallet site.
 *
 * @param walletOrigin such as `http://wallet.localhost:4402`
 */
export function registerLocalClients({ walletOrigin }: { walletOrigin: string }): IdentityClient[] {
  const { clients, appleTeamId: teamId, appleKeyId: keyId } = localIdentity
  return clients.map(({ provider, id, secret, redirectPaths }) => {
    const redirectUris = redirectPaths.map((path) => `${walletOrigin}${path}`)
    if (provider !== 'apple') return { provider, id, secret, redirectUris }
    const publicKey = createPublicKey(secret).export({ type: 'spki', format: 'pem' }).toString()
    return { provider, id, teamId, keyId, publicKey, redirectUris }
  })
}
