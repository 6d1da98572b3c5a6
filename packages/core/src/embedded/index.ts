export type { AccountType } from './AccountType.ts'
export { authConnectorId } from './authConnectorId.ts'
export type { Embedded } from './Embedded.ts'
export type { EmbeddedLogin, EmbeddedRequest, EmbeddedState, SmartAccountChange } from './embeddedState.ts'
export {
  EmailThrottledError,
  FrameAbortedError,
  FrameMissingError,
  FrameRequestError,
  FrameTimeoutError,
  FrameUnavailableError,
  LoginCancelledError,
  SocialLoginError,
} from './errors.ts'
export { type StartEmbeddedParameters, startEmbedded } from './startEmbedded.ts'
