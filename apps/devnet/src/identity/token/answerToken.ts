import type { Answer } from '../../http/Answer.ts'
import { json } from '../../http/json.ts'
import type { PageRequest } from '../../http/PageRequest.ts'
import type { IdentityContext } from '../IdentityContext.ts'
import { OAuthError } from '../OAuthError.ts'
import { authenticateClient } from './authenticateClient.ts'
import { exchangeCode } from './exchangeCode.ts'

/** Answers the token endpoint (RFC 6749, section 4.1.3). */
export async function answerToken(context: IdentityContext, request: PageRequest): Promise<Answer> {
  const { provider, switches } = context
  if (switches.tokenError)
    return json({ error: 'server_error', error_description: 'Switched on at the page of this server.' }, 500)
  const form = new URLSearchParams(request.body)
  try {
    const client = await authenticateClient({
      context,
      authorization: request.headers.authorization,
      form,
    })
    const response = await exchangeCode({ context, client, form })
    return json(provider.formatToken?.(response) ?? response)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return provider.formatTokenError?.(error) ?? formatError(error)
  }
}

function formatError({ code, message }: OAuthError): Answer {
  return json({ error: code, error_description: message }, code === 'invalid_client' ? 401 : 400)
}
