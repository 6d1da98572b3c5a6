import { BaseError } from '@portico/protocol'

// What only code that is fetched later throws; `errors.ts` is loaded with every page.

export class ConnectorNotFoundError extends BaseError {
  override name = 'ConnectorNotFoundError'
  static override code = 'connector-not-found'
  constructor({ connectorId }: { connectorId: string }) {
    super('The wallet is not there any more.', { metaMessages: [`Connector: ${connectorId}`] })
  }
}

/** A newer question to a wallet, or the visitor's going away, made this one void. */
export class ConnectionAbandonedError extends BaseError {
  override name = 'ConnectionAbandonedError'
  static override code = 'connection-abandoned'
  constructor() {
    super('The connection was given up before the wallet answered.')
  }
}

export class NoAccountsError extends BaseError {
  override name = 'NoAccountsError'
  static override code = 'no-accounts'
  constructor() {
    super('The wallet connected without an account.')
  }
}

export class SIWXNotEnabledError extends BaseError {
  override name = 'SIWXNotEnabledError'
  static override code = 'siwx-not-enabled'
  constructor() {
    super('SIWX is not enabled')
  }
}

export class NoActiveCaipAddressError extends BaseError {
  override name = 'NoActiveCaipAddressError'
  static override code = 'no-active-caip-address'
  constructor() {
    super('No ActiveCaipAddress found')
  }
}
