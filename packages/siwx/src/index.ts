export type { SIWXConfig, SIWXSignMessageParameters } from './config/SIWXConfig.ts'
export type { KeyValueStorage, SIWXContext } from './config/SIWXContext.ts'
export type { SIWXMessage, SIWXMessageData, SIWXMessageInput } from './config/SIWXMessage.ts'
export type { SIWXMessenger } from './config/SIWXMessenger.ts'
export type { SIWXSession } from './config/SIWXSession.ts'
export type { SIWXSigner } from './config/SIWXSigner.ts'
export type { SIWXStorage } from './config/SIWXStorage.ts'
export type { SIWXVerifier } from './config/SIWXVerifier.ts'
export { checksumAddress } from './grammar/checksumAddress.ts'
export type { SignInNamespace } from './message/codecs.ts'
export { createMessage } from './message/createMessage.ts'
export { createNonce } from './message/createNonce.ts'
export { InvalidMessageError } from './message/InvalidMessageError.ts'
export type { MessageFields } from './message/MessageFields.ts'
export { parseMessage } from './message/parseMessage.ts'
export { DefaultSIWX, type DefaultSIWXParameters } from './session/DefaultSIWX.ts'
export { EIP155Verifier } from './session/EIP155Verifier.ts'
export { InformalMessenger, type InformalMessengerParameters } from './session/InformalMessenger.ts'
export { InvalidSessionError } from './session/InvalidSessionError.ts'
export { LocalStorage } from './session/LocalStorage.ts'
export { SignInServerError } from './session/SignInServerError.ts'
export { SignInServerUnreachableError } from './session/SignInServerUnreachableError.ts'
export type { RpcClient } from './verify/RpcClient.ts'
export {
  type VerifyMessageCode,
  type VerifyMessageParameters,
  type VerifyMessageReturnType,
  verifyMessage,
} from './verify/verifyMessage.ts'
