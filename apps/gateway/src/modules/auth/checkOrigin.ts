import type { MessageFields } from '@portico/siwx'
import type { Project } from '../../infra/config/Project.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { readOrigin } from '../projects/matchOrigin.ts'
import { isAllowed } from '../projects/service.ts'

/**
 * Checks that domain and URI of a sign-in message are allowed origins of the project, and the origin of the page that
 * sent the message.
 *
 * Stops relay phishing: a foreign page gets a visitor to sign a message for that page, or one for the project's page,
 * and submits it here. Wallets show domain and URI to the visitor, and pages cannot forge the `Origin` header.
 *
 * @throws {Problem} `domain-mismatch` or `uri-mismatch`
 */
export function checkOrigin({
  fields,
  project,
  origin,
}: {
  fields: Pick<MessageFields, 'scheme' | 'domain' | 'uri'>
  project: Project
  /** The `Origin` header. Absent in requests that do not come from a browser. */
  origin: string | undefined
}): void {
  // Parse with `URL`: the host of `https://good.example@evil.example` is evil.example.
  const uriOrigin = URL.canParse(fields.uri) ? new URL(fields.uri).origin : undefined
  if (!uriOrigin || !readOrigin(uriOrigin) || !isAllowed(project, uriOrigin))
    throw new Problem('uri-mismatch', {
      detail: 'The URI of the message is not an allowed origin of the project.',
    })
  if (origin !== undefined && uriOrigin !== origin)
    throw new Problem('uri-mismatch', {
      detail: 'The URI of the message is not the origin of the page that sent it.',
    })

  const scheme = fields.scheme ?? new URL(uriOrigin).protocol.slice(0, -1)
  const signed = `${scheme}://${fields.domain.toLowerCase()}`
  // `URL` drops the default port, which the domain may include or omit.
  const signedOrigin =
    URL.canParse(signed) && !/[@/?#\\]/.test(fields.domain) ? new URL(signed).origin : undefined
  if (!signedOrigin || !isAllowed(project, signedOrigin))
    throw new Problem('domain-mismatch', {
      detail: 'The domain of the message is not an allowed origin of the project.',
    })
  if (origin !== undefined && signedOrigin !== origin)
    throw new Problem('domain-mismatch', {
      detail: 'The domain of the message is not the domain of the page that sent it.',
    })
}
