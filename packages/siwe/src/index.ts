export {
  createSIWEConfig,
  type SIWEClient,
  type SIWEClient as AppKitSIWEClient,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWESession,
} from '@portico/core'
export { formatMessage, type SIWEFormatMessageArgs } from './formatMessage.ts'
export { getAddressFromMessage } from './getAddressFromMessage.ts'
export { getChainIdFromMessage } from './getChainIdFromMessage.ts'
export { getDidAddress } from './getDidAddress.ts'
export { getDidChainId } from './getDidChainId.ts'
export type { SIWEMessageArgs } from './SIWEMessageArgs.ts'
export type { SIWEVerifyMessageArgs } from './SIWEVerifyMessageArgs.ts'
export { type VerifySignatureParameters, verifySignature } from './verifySignature.ts'
