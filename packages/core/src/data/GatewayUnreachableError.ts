import { BaseError } from '@portico/protocol'

/** Thrown when the gateway does not answer, or not in the expected format: down, wrong URL, blocked, or too slow. */
export class GatewayUnreachableError extends BaseError {
  override name = 'GatewayUnreachableError'
  static override code = 'gateway-unreachable'
  constructor({ url, cause }: { url: string; cause?: unknown }) {
    super('The gateway did not answer.', {
      cause,
      metaMessages: [`URL: ${url}`, 'Check that it is running and allows the origin of this page.'],
    })
  }
}
