import { BaseError, rpcErrorCodes } from '@portico/protocol'

/*
 * The vendor publishes no list of its numeric codes, so these are the codes of JSON-RPC and EIP-1474. The values of
 * `data` are the vendor's, and so are the messages that clients show. Clients compare `data`.
 */
const kinds = {
  ParseError: { code: rpcErrorCodes.parseError, message: 'Parse error' },
  InvalidJsonRpcVersion: {
    code: rpcErrorCodes.invalidRequest,
    message: 'Invalid payload: Unsupported JSON-RPC version',
  },
  InvalidRequest: { code: rpcErrorCodes.invalidRequest, message: 'Invalid payload: Not a JSON-RPC request' },
  InvalidMethod: { code: rpcErrorCodes.methodNotFound, message: 'Invalid payload: Unknown method' },
  MethodNotSupported: {
    code: rpcErrorCodes.methodNotSupported,
    message: 'This relay does not support webhooks',
  },
  NeedsSocket: {
    code: rpcErrorCodes.methodNotSupported,
    message: 'Subscriptions require a WebSocket; over HTTP use irn_fetchMessages',
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

/** The kind of a relay error, sent as `data` of the JSON-RPC error. */
export type RelayErrorKind = keyof typeof kinds

/** Thrown when a request must be answered with a JSON-RPC error. */
export class RelayError extends BaseError {
  override name = 'RelayError'
  readonly rpc: { code: number; message: string; data: RelayErrorKind }
  constructor(kind: RelayErrorKind, { message, cause }: { message?: string; cause?: unknown } = {}) {
    const { code, message: defaultMessage } = kinds[kind]
    super(message ?? defaultMessage, { code: `relay-${kind}`, ...(cause === undefined ? {} : { cause }) })
    this.rpc = { code, message: message ?? defaultMessage, data: kind }
  }
}
