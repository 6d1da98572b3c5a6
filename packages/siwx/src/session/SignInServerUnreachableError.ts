import { BaseError } from '@portico/protocol'

/** Thrown when the sign-in server does not respond: offline, wrong URL, blocked by CORS, or timed out. */
export class SignInServerUnreachableError extends BaseError {
  override name = 'SignInServerUnreachableError'
  static override code = 'sign-in-server-unreachable'
  constructor({ url, cause }: { url: string; cause: unknown }) {
    super('The sign-in server does not respond.', {
      cause,
      metaMessages: [`URL: ${url}`, 'Check that the gateway is running and allows the origin of this page.'],
    })
  }
}
