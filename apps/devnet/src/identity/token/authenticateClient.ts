import type { IdentityClient } from '../IdentityClient.ts'
import type { IdentityContext } from '../IdentityContext.ts'
import { isEqualSecret } from '../isEqualSecret.ts'
import { OAuthError } from '../OAuthError.ts'
import type { ClientAuthentication } from '../Provider.ts'

interface Credentials {
  method: ClientAuthentication
  id: string
  secret: string
}

/**
 * Returns the client that sent a request to the token endpoint (RFC 6749, section 2.3.1).
 *
 * @throws {OAuthError} if there are no credentials, they are wrong, or they are sent in a way that the provider refuses
 */
export async function authenticateClient({
  context: { provider, clients, issuer, now },
  authorization,
  form,
}: {
  context: IdentityContext
  authorization: string | undefined
  form: URLSearchParams
}): Promise<IdentityClient> {
  const credentials = readHeader(authorization) ?? readForm(form)
  const supported = provider.clientAuthentication.join(' or ')
  if (!credentials)
    throw new OAuthError('invalid_client', `The client's credentials are missing: send them by ${supported}.`)
  const { method, id, secret } = credentials
  if (!provider.clientAuthentication.includes(method))
    throw new OAuthError(
      'invalid_client',
      `${provider.name} accepts no ${method}: send the credentials by ${supported}.`,
    )
  const client = clients.find((one) => one.id === id)
  if (!client) throw new OAuthError('invalid_client', `There is no client "${id}" at ${provider.name}.`)
  if (provider.verifySecret) await provider.verifySecret({ client, secret, issuer, now })
  else if (client.provider === 'apple' || !isEqualSecret(client.secret, secret))
    throw new OAuthError('invalid_client', `The secret of the client "${id}" is wrong.`)
  return client
}

function readHeader(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic (.+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { method: 'client_secret_basic', id: decode(id), secret: decode(rest.join(':')) }
}

function readForm(form: URLSearchParams): Credentials | undefined {
  const id = form.get('client_id')
  const secret = form.get('client_secret')
  return id !== null && secret !== null ? { method: 'client_secret_post', id, secret } : undefined
}

/** Decodes a part of the header, which is encoded as in a form. */
function decode(part: string): string {
  return new URLSearchParams(`part=${part.replaceAll('&', '%26')}`).get('part') ?? ''
}
