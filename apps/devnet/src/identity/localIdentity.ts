import type { ProviderId } from './IdentityClient.ts'

/** A client registered at a local identity provider. Its secret is public and valid on this machine only. */
export interface LocalIdentityClient {
  provider: ProviderId
  id: string
  /** Text, or for Apple the private key that signs the secrets, PKCS #8 in PEM. */
  secret: string
  /** Paths of the redirect URIs on the wallet site. */
  redirectPaths: readonly string[]
}

const applePrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzAliOIcML/CCzq2R
6D9B2rXWD0QNKfQeMiKnqnohBrChRANCAAQitHhIbtzr9B2iUzxJVe++2ZkWZrB6
cjVuyl1CvXhcKfuQvyC1YikP0TobGEv7+Z2MAbWT4dqWY/FhOLOcf5yS
-----END PRIVATE KEY-----
`

/** The local identity providers and the clients of the wallet site. */
export const localIdentity = {
  portVariable: 'IDENTITY_PORT',
  defaultPort: 4409,
  appleTeamId: 'LOCALTEAM0',
  appleKeyId: 'LOCALKEY00',
  clients: [
    {
      provider: 'google',
      id: 'portico-local.apps.googleusercontent.example',
      secret: 'local-google-secret',
      redirectPaths: ['/social/google'],
    },
    {
      provider: 'apple',
      id: 'example.portico.local',
      secret: applePrivateKey,
      redirectPaths: ['/social/apple'],
    },
    {
      provider: 'github',
      id: 'Iv1.portico-local',
      secret: 'local-github-secret',
      redirectPaths: ['/social/github', '/social/github/second'],
    },
    {
      provider: 'discord',
      id: '100000000000000001',
      secret: 'local-discord-secret',
      redirectPaths: ['/social/discord', '/social/discord/second'],
    },
    {
      provider: 'x',
      id: 'cG9ydGljby1sb2NhbA',
      secret: 'local-x-secret',
      redirectPaths: ['/social/x', '/social/x/second'],
    },
    {
      provider: 'facebook',
      id: '100000000000002',
      secret: 'local-facebook-secret',
      redirectPaths: ['/social/facebook', '/social/facebook/second'],
    },
  ] as readonly LocalIdentityClient[],
}
