import { BaseError } from '@portico/protocol'

/** Thrown when the sign-in server does not answer: no network, wrong address, not allowed by CORS, or too slow. */
export class SignInServerUnreachableError extends BaseError {
  override name = 'SignInServerUnreachableError'
  static override code = 'sign-in-server-unreachable'
  constructor({ url, cause }: { url: string; cause: unknown }) {
    super('The sign-in server does not answer.', {
      cause,
      metaMessages: [`URL: ${url}`, 'Check that the gateway runs and allows the origin of this page.'],
      docsPath: '/sign-in',
    })
  }
}
