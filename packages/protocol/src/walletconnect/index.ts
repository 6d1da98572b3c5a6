export { fromAnyBase64, fromUtf8, toBase58, toUtf8 } from './bytes.ts'
export {
  type OpenEnvelopeParameters,
  type OpenedEnvelope,
  openEnvelope,
  type SealEnvelopeParameters,
  sealEnvelope,
} from './envelope.ts'
export { InvalidEnvelopeError } from './InvalidEnvelopeError.ts'
export { InvalidPairingUriError } from './InvalidPairingUriError.ts'
export {
  deriveSymKey,
  generateKey,
  generateKeyPair,
  hashKey,
  hashMessage,
  isHex32,
  type KeyPair,
} from './keys.ts'
export { formatPairingUri, type PairingUri, parsePairingUri } from './pairingUri.ts'
export { type CreateRelaySocket, openRelaySocket, type RelaySocket } from './relaySocket.ts'
export {
  type CreateRelayTokenParameters,
  clientIdOf,
  createRelayToken,
} from './relayToken.ts'
export {
  createRpcId,
  formatRpcError,
  formatRpcRequest,
  formatRpcResult,
  parseRpcMessage,
  type RpcMessage,
} from './rpcMessage.ts'
export { sessionErrorCodes } from './sessionErrorCodes.ts'
export {
  type Delivery,
  isSessionMethod,
  type SessionMethod,
  type SessionMethodName,
  sessionMethods,
} from './sessionMethods.ts'
export { type VerifyRelayTokenReturnType, verifyRelayToken } from './verifyRelayToken.ts'
