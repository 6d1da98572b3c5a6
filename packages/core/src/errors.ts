import { BaseError } from '@portico/protocol'

/** Thrown when the kit does not list the network. */
export class NetworkNotFoundError extends BaseError {
  override name = 'NetworkNotFoundError'
  static override code = 'network-not-found'
  constructor({ id }: { id: string | number }) {
    super(`Network with ID ${id} not found`)
  }
}

/** Thrown when the only network of a namespace would be removed. */
export class LastNetworkError extends BaseError {
  override name = 'LastNetworkError'
  static override code = 'last-network'
  constructor() {
    super('Cannot remove last network for a namespace')
  }
}

/** Thrown when the kit has no adapter for the namespace. */
export class AdapterNotFoundError extends BaseError {
  override name = 'AdapterNotFoundError'
  static override code = 'adapter-not-found'
  constructor({ namespace }: { namespace?: string | undefined } = {}) {
    super(namespace ? `Adapter for namespace ${namespace} doesn't exist` : 'Adapter not found')
  }
}

/** Thrown by `createKit` when both `siwx` and `siweConfig` are set. */
export class SignInOptionsError extends BaseError {
  override name = 'SignInOptionsError'
  static override code = 'sign-in-options'
  constructor() {
    super('Cannot set both `siweConfig` and `siwx` options')
  }
}

/** Thrown by `createKit` when `gatewayUrl` is not an http(s) URL. */
export class GatewayUrlError extends BaseError {
  override name = 'GatewayUrlError'
  static override code = 'gateway-url'
  constructor({ gatewayUrl }: { gatewayUrl: string }) {
    super('`gatewayUrl` is not a URL.', {
      metaMessages: [`Given: ${gatewayUrl}`, 'Use an absolute URL.'],
    })
  }
}

/** Thrown by hooks and components that are used before `createAppKit` was called. */
export class MissingAppKitError extends BaseError {
  override name = 'MissingAppKitError'
  static override code = 'missing-app-kit'
  constructor() {
    super('Please call createAppKit before using a hook')
  }
}

/** Thrown when there is no active network: `networks` is empty, or the wallet is on an unsupported network. */
export class NoActiveCaipNetworkError extends BaseError {
  override name = 'NoActiveCaipNetworkError'
  static override code = 'no-active-caip-network'
  constructor() {
    super('No ActiveCaipNetwork or client found')
  }
}
