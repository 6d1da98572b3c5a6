export {
  createSIWEConfig,
  type SIWEClient,
  type SIWEClient as AppKitSIWEClient,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWESession,
} from '@portico/core'
