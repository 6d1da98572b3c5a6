import { BaseError, rpcErrorCodes } from '@portico/protocol'

/*
 * The vendor publishes no list of its numeric codes, so these are those of JSON-RPC and EIP-1474; the families and, where
 * clients show them, the sentences are the vendor's. Programs compare `data`.
 */
const kinds = {
  ParseError: { code: rpcErrorCodes.parseError, message: 'Parse error' },
  InvalidJsonRpcVersion: {
    code: rpcErrorCodes.invalidRequest,
    message: 'Invalid payload: Unsupported JSON-RPC version',
  },
  InvalidRequest: { code: rpcErrorCodes.invalidRequest, message: 'Invalid payload: Not a JSON-RPC request' },
  InvalidMethod: { code: rpcErrorCodes.methodNotFound, message: 'Invalid payload: Unknown method' },
  MethodNotSupported: { code: rpcErrorCodes.methodNotSupported, message: 'This relay has no webhooks' },
  NeedsSocket: {
    code: rpcErrorCodes.methodNotSupported,
    message: 'Subscriptions need a WebSocket; over HTTP use irn_fetchMessages',
  },
  InvalidParams: { code: rpcErrorCodes.invalidParams, message: 'Invalid payload: Invalid params' },
  TopicDecoding: { code: rpcErrorCodes.invalidParams, message: 'Invalid payload: Topic decoding failed' },
  BatchEmpty: {
    code: rpcErrorCodes.invalidRequest,
    message: 'Invalid payload: The batch contains no items',
  },
  BatchLimitExceeded: {
    code: rpcErrorCodes.invalidRequest,
    message: 'Invalid payload: The batch contains too many items',
  },
  PayloadSizeExceeded: { code: rpcErrorCodes.invalidRequest, message: 'Payload size limit exceeded' },
  TtlTooShort: { code: rpcErrorCodes.invalidParams, message: 'TTL too short. Minimum is 1 second' },
  TtlTooLong: { code: rpcErrorCodes.invalidParams, message: 'TTL too long. Maximum is 2592000 seconds' },
  MailboxLimitExceeded: { code: rpcErrorCodes.limitExceeded, message: 'Mailbox limit exceeded' },
  TopicLimitExceeded: {
    code: rpcErrorCodes.limitExceeded,
    message: 'Too many subscriptions on this connection',
  },
  TooManyRequests: { code: rpcErrorCodes.limitExceeded, message: 'Too many requests' },
  Internal: { code: rpcErrorCodes.internalError, message: 'Internal error' },
} as const

/** What a relay error is about; goes into `data` of the answer. */
export type RelayErrorKind = keyof typeof kinds

/** Thrown to answer a request with a JSON-RPC error. */
export class RelayError extends BaseError {
  override name = 'RelayError'
  readonly rpc: { code: number; message: string; data: RelayErrorKind }
  constructor(kind: RelayErrorKind, { message, cause }: { message?: string; cause?: unknown } = {}) {
    const { code, message: usual } = kinds[kind]
    super(message ?? usual, { code: `relay-${kind}`, ...(cause === undefined ? {} : { cause }) })
    this.rpc = { code, message: message ?? usual, data: kind }
  }
}
