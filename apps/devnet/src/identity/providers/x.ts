import { json } from '../../http/json.ts'
import { fullName } from '../fullName.ts'
import { makeSubject } from '../makeSubject.ts'
import type { Provider } from '../Provider.ts'

/** X, OAuth 2: clients authenticate by Basic only, and most accounts have no e-mail address. */
export const x: Provider = {
  id: 'x',
  name: 'X',
  clientAuthentication: ['client_secret_basic'],
  responseModes: ['query'],
  scopes: ['users.read', 'tweet.read', 'users.email', 'offline.access'],
  resources: {
    '/2/users/me': ({ grant: { person, scopes }, query }) => {
      if (!scopes.includes('users.read') || !scopes.includes('tweet.read'))
        return json({ title: 'Forbidden', detail: 'The token needs users.read and tweet.read.' }, 403)
      const isEmailAsked =
        scopes.includes('users.email') && query.get('user.fields')?.split(',').includes('confirmed_email')
      return json({
        data: {
          id: makeSubject({ parts: ['x', person.id], digits: 19 }),
          name: fullName(person),
          username: person.handle,
          ...(isEmailAsked && person.hasEmailAtX && { confirmed_email: person.email }),
        },
      })
    },
  },
}
