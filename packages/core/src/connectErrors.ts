import { BaseError } from '@portico/protocol'

// Errors thrown only by lazily loaded code. Those in `errors.ts` are part of the page's first load.

/** Thrown when no connector has the given ID: its wallet was never announced, or is no longer available. */
export class ConnectorNotFoundError extends BaseError {
  override name = 'ConnectorNotFoundError'
  static override code = 'connector-not-found'
  constructor({ connectorId }: { connectorId: string }) {
    super(
      connectorId === 'walletConnect' ? 'WalletConnectConnector not found' : 'The wallet is not available.',
      connectorId === 'walletConnect' ? {} : { metaMessages: [`Connector: ${connectorId}`] },
    )
  }
}

/** Thrown by a connection attempt that was cancelled or superseded by a newer one. */
export class ConnectionAbandonedError extends BaseError {
  override name = 'ConnectionAbandonedError'
  static override code = 'connection-abandoned'
  constructor() {
    super('The connection attempt was cancelled before the wallet answered.')
  }
}

/** Thrown when a wallet accepts the connection but shares no account. */
export class NoAccountsError extends BaseError {
  override name = 'NoAccountsError'
  static override code = 'no-accounts'
  constructor() {
    super('The wallet shared no account.')
  }
}

/** Thrown by sign-in actions of a kit without `siwx` or `siweConfig`. */
export class SIWXNotEnabledError extends BaseError {
  override name = 'SIWXNotEnabledError'
  static override code = 'siwx-not-enabled'
  constructor() {
    super('SIWX is not enabled')
  }
}

/** Thrown by actions that need a connected account when none is connected. */
export class NoActiveCaipAddressError extends BaseError {
  override name = 'NoActiveCaipAddressError'
  static override code = 'no-active-caip-address'
  constructor() {
    super('No ActiveCaipAddress found')
  }
}

/** Thrown when an account is connected but nothing can send its requests: its wallet is gone. */
export class NoConnectionClientError extends BaseError {
  override name = 'NoConnectionClientError'
  static override code = 'no-connection-client'
  constructor() {
    super('No ConnectionController client found')
  }
}

/** Thrown when the kit does not list the network that is needed. */
export class NetworkUndefinedError extends BaseError {
  override name = 'NetworkUndefinedError'
  static override code = 'network-undefined'
  constructor() {
    super('CaipNetwork is undefined')
  }
}

/** Thrown by what needs a connected account and its network when there is none. */
export class AccountUndefinedError extends BaseError {
  override name = 'AccountUndefinedError'
  static override code = 'account-undefined'
  constructor() {
    super('CaipNetwork or CaipAddress is undefined')
  }
}
