export { formatSiwfNonce } from './formatSiwfNonce.ts'
export { type IdentityProvider, identityProvider } from './identityProvider.ts'
export { type LoginMethod, loginMethod } from './loginMethod.ts'
export { type SocialEndpoints, socialEndpoints } from './socialEndpoints.ts'
export {
  siwfNonceFields,
  socialAddressFields,
  socialNonceFields,
  socialVerifierFields,
} from './socialFields.ts'
export { type SocialProvider, socialProvider } from './socialProvider.ts'
