import { BaseError } from '@portico/protocol'

/** Thrown when Ethereum, asked through the application's own RPC URL, gives a name another address than the gateway. */
export class NameContradictedError extends BaseError {
  override name = 'NameContradictedError'
  static override code = 'name-contradicted'
  constructor({ name }: { name: string }) {
    super('Ethereum gives the name another address than the gateway.', { metaMessages: [`Name: ${name}`] })
  }
}
