import { json } from '../../http/json.ts'
import { fullName } from '../fullName.ts'
import { makeSubject } from '../makeSubject.ts'
import type { Provider } from '../Provider.ts'

/** Discord, OAuth 2: names itself in the result (RFC 9207), and asks only once with `prompt=none`. */
export const discord: Provider = {
  id: 'discord',
  name: 'Discord',
  clientAuthentication: ['client_secret_basic', 'client_secret_post'],
  responseModes: ['query'],
  scopes: ['identify', 'email'],
  skipsPage: (prompt) => prompt.includes('none'),
  resultFields: ({ issuer }) => ({ iss: issuer }),
  resources: {
    '/api/users/@me': ({ grant: { person, scopes } }) =>
      json({
        id: makeSubject({ parts: ['discord', person.id], digits: 18 }),
        username: person.handle,
        global_name: fullName(person),
        avatar: null,
        ...(scopes.includes('email') && { email: person.email, verified: person.isEmailVerified }),
      }),
  },
}
