import type { MessageFields } from '@portico/siwx'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { readOrigin } from '../projects/matchOrigin.ts'
import { isAllowed, type Project } from '../projects/service.ts'

/**
 * Checks that the page a message was signed for is one of the project's, and the one that sends it.
 *
 * Stops phishing by relay: a foreign page gets a visitor to sign a message for itself, or one for our page shown on
 * theirs, and brings it here. Wallets show domain and URI; the browser vouches for the `Origin` header.
 *
 * @throws {HttpProblem} `domain-mismatch` or `uri-mismatch`
 */
export function checkOrigin({
  fields,
  project,
  origin,
}: {
  fields: Pick<MessageFields, 'scheme' | 'domain' | 'uri'>
  project: Project
  /** The `Origin` header; programs that are no browser send none. */
  origin: string | undefined
}): void {
  // Through `URL`, as `https://good.example@evil.example` is evil.example.
  const uriOrigin = URL.canParse(fields.uri) ? new URL(fields.uri).origin : undefined
  if (!uriOrigin || !readOrigin(uriOrigin) || !isAllowed(project, uriOrigin))
    throw new HttpProblem('uri-mismatch', {
      detail: 'The URI of the message is not an allowed origin of the project.',
    })
  if (origin !== undefined && uriOrigin !== origin)
    throw new HttpProblem('uri-mismatch', {
      detail: 'The URI of the message is not that of the page that sends it.',
    })

  const scheme = fields.scheme ?? new URL(uriOrigin).protocol.slice(0, -1)
  const signed = `${scheme}://${fields.domain.toLowerCase()}`
  // A port that is the scheme's own may be written or left out.
  const signedOrigin =
    URL.canParse(signed) && !/[@/?#\\]/.test(fields.domain) ? new URL(signed).origin : undefined
  if (!signedOrigin || !isAllowed(project, signedOrigin))
    throw new HttpProblem('domain-mismatch', {
      detail: 'The domain of the message is not an allowed origin of the project.',
    })
  if (origin !== undefined && signedOrigin !== origin)
    throw new HttpProblem('domain-mismatch', {
      detail: 'The domain of the message is not that of the page that sends it.',
    })
}
