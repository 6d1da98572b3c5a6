import { BaseError } from '@portico/protocol'

export class NetworkNotFoundError extends BaseError {
  override name = 'NetworkNotFoundError'
  static override code = 'network-not-found'
  constructor({ id }: { id: string | number }) {
    super(`Network with ID ${id} not found`)
  }
}

export class LastNetworkError extends BaseError {
  override name = 'LastNetworkError'
  static override code = 'last-network'
  constructor() {
    super('Cannot remove last network for a namespace')
  }
}

export class AdapterNotFoundError extends BaseError {
  override name = 'AdapterNotFoundError'
  static override code = 'adapter-not-found'
  constructor({ namespace }: { namespace?: string | undefined } = {}) {
    super(namespace ? `Adapter for namespace ${namespace} doesn't exist` : 'Adapter not found')
  }
}

export class AdapterInUseError extends BaseError {
  override name = 'AdapterInUseError'
  static override code = 'adapter-in-use'
  constructor({ namespace }: { namespace: string }) {
    super('An adapter cannot be removed while a wallet is connected through it.', {
      metaMessages: [`Namespace: ${namespace}`, 'Disconnect first.'],
    })
  }
}

export class SignInOptionsError extends BaseError {
  override name = 'SignInOptionsError'
  static override code = 'sign-in-options'
  constructor() {
    super('Cannot set both `siweConfig` and `siwx` options')
  }
}

export class GatewayUrlError extends BaseError {
  override name = 'GatewayUrlError'
  static override code = 'gateway-url'
  constructor({ gatewayUrl }: { gatewayUrl: string }) {
    super('`gatewayUrl` is not an address.', {
      metaMessages: [`Given: ${gatewayUrl}`, 'Write it in full, such as https://gateway.example.com.'],
    })
  }
}

export class NoActiveCaipNetworkError extends BaseError {
  override name = 'NoActiveCaipNetworkError'
  static override code = 'no-active-caip-network'
  constructor() {
    super('No ActiveCaipNetwork or client found')
  }
}
