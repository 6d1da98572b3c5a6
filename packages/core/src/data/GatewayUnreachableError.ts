import { BaseError } from '@portico/protocol'

/** The gateway did not answer, or not in a form we know: down, wrong address, blocked, or too slow. */
export class GatewayUnreachableError extends BaseError {
  override name = 'GatewayUnreachableError'
  static override code = 'gateway-unreachable'
  constructor({ url, cause }: { url: string; cause?: unknown }) {
    super('The gateway does not answer.', {
      cause,
      metaMessages: [`URL: ${url}`, 'Check that it runs and allows the origin of this page.'],
    })
  }
}
