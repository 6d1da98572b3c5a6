import type { Answer } from '../http/Answer.ts'
import { json } from '../http/json.ts'
import type { PageRequest } from '../http/PageRequest.ts'
import type { IdentityContext } from './IdentityContext.ts'

/** Answers an endpoint for access tokens, such as userinfo; nothing if there is none at the path. */
export function answerResource(
  { provider, grants }: IdentityContext,
  { path, query, headers }: PageRequest,
): Answer | undefined {
  const resource = Object.hasOwn(provider.resources, path) ? provider.resources[path] : undefined
  if (!resource) return undefined
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const grant = grants.readToken(token)
  if (grant?.client.provider === provider.id) return resource({ token, grant, query })
  return json(
    { error: 'invalid_token', error_description: 'The access token is missing, unknown or expired.' },
    401,
  )
}
