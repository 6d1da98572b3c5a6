import { BaseError } from '@portico/protocol'

/**
 * Thrown where the coin transfers of an account cannot be found by its balance and nonce: the code of an account spends coins
 * without a new nonce, so that equal states do not prove that nothing happened between them.
 */
export class AccountHasCodeError extends BaseError {
  override name = 'AccountHasCodeError'
  constructor({ account }: { account: string }) {
    super('The account has code.', { metaMessages: [`Account: ${account}`] })
  }
}
