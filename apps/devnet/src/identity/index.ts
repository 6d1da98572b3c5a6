export {
  type CreateIdentityServerParameters,
  createIdentityServer,
  type IdentityServer,
} from './createIdentityServer.ts'
export { localFarcaster } from './farcaster/localFarcaster.ts'
export type { IdentityClient } from './IdentityClient.ts'
export { localIdentity } from './localIdentity.ts'
export { registerLocalClients } from './registerLocalClients.ts'
export { logIn, type Result } from './testing/logIn.ts'
