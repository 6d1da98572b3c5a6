/**
 * The error codes of WalletConnect clients.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export const sessionErrorCodes = {
  invalidMethod: 1001,
  invalidEvent: 1002,
  invalidUpdateRequest: 1003,
  invalidExtendRequest: 1004,
  invalidSessionSettleRequest: 1005,
  unauthorizedMethod: 3001,
  unauthorizedEvent: 3002,
  unauthorizedUpdateRequest: 3003,
  unauthorizedExtendRequest: 3004,
  unauthorizedChain: 3005,
  userRejectedRequest: 4001,
  userRejected: 5000,
  userRejectedChains: 5001,
  userRejectedMethods: 5002,
  userRejectedEvents: 5003,
  unsupportedChains: 5100,
  unsupportedMethods: 5101,
  unsupportedEvents: 5102,
  unsupportedAccounts: 5103,
  unsupportedNamespaceKey: 5104,
  userDisconnected: 6000,
  sessionSettlementFailed: 7000,
  noSessionForTopic: 7001,
  sessionRequestExpired: 8000,
  /** Not in the published table. Clients return it for unknown `wc_…` methods. */
  methodUnsupported: 10001,
  malformedResponseParams: 11001,
  malformedRequestParams: 11002,
  messageCompromised: 11003,
  signatureVerificationFailed: 11004,
  requestExpired: 11005,
  missingIssuer: 11006,
  authenticateRejected: 12001,
  authenticateDisconnected: 12002,
} as const
