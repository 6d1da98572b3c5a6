export {
  createSIWEConfig,
  type SIWEClient,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWESession,
} from '@portico/core'
