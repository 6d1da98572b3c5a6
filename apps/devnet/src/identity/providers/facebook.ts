import { createHmac } from 'node:crypto'
import { json } from '../../http/json.ts'
import { fullName } from '../fullName.ts'
import type { IdentityClient } from '../IdentityClient.ts'
import { isEqualSecret } from '../isEqualSecret.ts'
import { makeSubject } from '../makeSubject.ts'
import type { Provider } from '../Provider.ts'

/**
 * Facebook, OAuth 2: wants a proof of the secret with each call, gives each client other account numbers, appends a
 * fragment to the redirect, and does not say whether an e-mail address is verified.
 */
export const facebook: Provider = {
  id: 'facebook',
  name: 'Facebook',
  clientAuthentication: ['client_secret_post'],
  responseModes: ['query'],
  scopes: ['public_profile', 'email'],
  redirectSuffix: '#_=_',
  formatToken: ({ access_token, expires_in }) => ({ access_token, token_type: 'bearer', expires_in }),
  formatTokenError: ({ message }) => json(graphError({ message, type: 'OAuthException' }), 400),
  resources: {
    '/me': ({ grant: { client, person, scopes }, token, query }) => {
      const proof = query.get('appsecret_proof')
      if (!proof || !isEqualSecret(proof, proofOf({ client, token }))) {
        const message = proof
          ? 'Invalid appsecret_proof provided in the API argument'
          : 'API calls from the server require an appsecret_proof argument'
        return json(graphError({ message, type: 'GraphMethodException' }), 400)
      }
      const fields = (query.get('fields') ?? 'id,name').split(',')
      const account = {
        id: makeSubject({ parts: ['facebook', client.id, person.id], digits: 17 }),
        ...(fields.includes('name') && { name: fullName(person) }),
        ...(fields.includes('email') && scopes.includes('email') && { email: person.email }),
      }
      return json(account)
    },
  },
}

function graphError({ message, type }: { message: string; type: string }) {
  return { error: { message, type, code: 100 } }
}

function proofOf({ client, token }: { client: IdentityClient; token: string }): string {
  if (client.provider === 'apple') throw new TypeError('A client of Apple has no secret.')
  return createHmac('sha256', client.secret).update(token).digest('hex')
}
