import type { Answer } from '../../http/Answer.ts'
import type { PageRequest } from '../../http/PageRequest.ts'
import type { IdentityClient } from '../IdentityClient.ts'
import type { IdentityContext } from '../IdentityContext.ts'
import { errorPage } from '../pages/errorPage.ts'
import { personPage } from '../pages/personPage.ts'
import { type Person, people } from '../people.ts'
import { findRequestProblem } from './findRequestProblem.ts'
import { returnResult } from './returnResult.ts'

const cookieName = 'identity_person'

/**
 * Answers the authorization endpoint (RFC 6749, section 4.1.1): shows the people to log in as, and returns to the client
 * with a code or an error. A request that names no registered client and redirect URI gets an error page, because
 * nothing may be sent to an address that is not registered.
 */
export function authorize(context: IdentityContext, request: PageRequest): Answer {
  const { provider, clients } = context
  const { query } = request
  const refusal = provider.refuseBrowser?.(request.headers['user-agent'] ?? '')
  if (refusal) return errorPage({ provider, status: 403, message: refusal })
  const client = clients.find(({ id }) => id === query.get('client_id'))
  if (!client)
    return errorPage({
      provider,
      message: `There is no client "${query.get('client_id') ?? ''}". Use one of these client IDs.`,
      items: clients.map(({ id }) => id),
    })
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!client.redirectUris.includes(redirectUri))
    return errorPage({
      provider,
      message: redirectUri
        ? `The redirect URI "${redirectUri}" is not registered: register it for the client "${client.id}". Registered are these.`
        : `redirect_uri is missing. These are registered for the client "${client.id}".`,
      items: client.redirectUris,
    })
  return answerClient({ context, request, client, redirectUri })
}

function answerClient({
  context,
  request: { method, query, headers, body, target },
  client,
  redirectUri,
}: {
  context: IdentityContext
  request: PageRequest
  client: IdentityClient
  redirectUri: string
}): Answer {
  const { provider, issuer, grants, switches, accounts } = context
  const reply = (fields: Record<string, string>) =>
    returnResult({ provider, issuer, query, redirectUri, fields })
  const problem = findRequestProblem({ provider, query })
  if (problem) return reply({ error: problem.error, error_description: problem.description })
  const form = new URLSearchParams(method === 'POST' ? body : '')
  if (switches.deny || form.has('cancel')) return reply({ error: provider.cancelError ?? 'access_denied' })

  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
  const withAccount = (person: Person): Person => ({ ...person, id: `${person.id}${accounts}` })
  const login = (chosen: Person): Answer => {
    const person = withAccount(chosen)
    const isFirst = !grants.hasAllowed(client, person)
    const code = grants.createCode({
      client,
      person,
      scopes,
      redirectUri,
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce'),
    })
    return reply({ code, ...(isFirst && provider.firstLoginFields?.({ person, scopes })) })
  }
  const chosen = findPerson(form.get('person'))
  if (chosen) {
    const answer = login(chosen)
    const cookie = `${cookieName}=${chosen.id}; Path=/${provider.id}; HttpOnly; SameSite=Lax`
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
  }
  const known = findPerson(new RegExp(`\\b${cookieName}=(\\w+)`).exec(headers.cookie ?? '')?.[1])
  const prompt = (query.get('prompt') ?? '').split(' ')
  if (known && grants.hasAllowed(client, withAccount(known)) && provider.skipsPage?.(prompt))
    return login(known)
  return personPage({ provider, client, redirectUri, target })
}

function findPerson(id: string | null | undefined): Person | undefined {
  return people.find((person) => person.id === id)
}
