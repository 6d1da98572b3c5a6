import { BaseError } from '@portico/protocol'

/** Thrown for a way to connect that the application's options, or this release, do not offer. */
export class ConnectMethodUnavailableError extends BaseError {
  override name = 'ConnectMethodUnavailableError'
  static override code = 'connect-method-unavailable'
  constructor({ method, reason }: { method: string; reason: string }) {
    super(reason, { metaMessages: [`Requested: ${method}`] })
  }
}

/** Thrown for a name of no wallet: none that is installed, none of `customWallets` and none of the gateway's list. */
export class WalletNotFoundError extends BaseError {
  override name = 'WalletNotFoundError'
  static override code = 'wallet-not-found'
  constructor({ wallet, hasList }: { wallet: string; hasList: boolean }) {
    super('No wallet with this name was found.', {
      metaMessages: [
        `Name: ${wallet}`,
        ...(hasList ? [] : ['Only installed wallets and customWallets are known without a gatewayUrl.']),
      ],
    })
  }
}

/** Thrown when the visitor closes the modal before what it was opened for has happened. */
export class ModalClosedError extends BaseError {
  override name = 'ModalClosedError'
  static override code = 'modal-closed'
  constructor() {
    super('The modal was closed before the visitor finished.')
  }
}

/** Thrown when the e-mail address is to be changed and no visitor is logged in by e-mail. */
export class EmailLoginRequiredError extends BaseError {
  override name = 'EmailLoginRequiredError'
  static override code = 'email-login-required'
  constructor() {
    super('The e-mail address can only be changed by a visitor who is logged in by e-mail.')
  }
}
