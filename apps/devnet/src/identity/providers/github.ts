import { json } from '../../http/json.ts'
import { fullName } from '../fullName.ts'
import { makeSubject } from '../makeSubject.ts'
import type { Provider } from '../Provider.ts'
import type { Person } from '../people.ts'

const errorCodes: Readonly<Record<string, string>> = {
  invalid_client: 'incorrect_client_credentials',
  invalid_grant: 'bad_verification_code',
}

/** GitHub, OAuth 2: answers errors with status 200, and has several e-mail addresses for an account. */
export const github: Provider = {
  id: 'github',
  name: 'GitHub',
  clientAuthentication: ['client_secret_basic', 'client_secret_post'],
  responseModes: ['query'],
  scopes: ['read:user', 'user:email'],
  formatToken: ({ access_token, scope }) => ({
    access_token,
    token_type: 'bearer',
    scope: String(scope).replaceAll(' ', ','),
  }),
  formatTokenError: ({ code, message }) =>
    json({ error: errorCodes[code] ?? code, error_description: message }),
  resources: {
    '/user': ({ grant: { person } }) =>
      json({
        login: person.handle,
        id: idOf(person),
        name: fullName(person),
        // The public address, which most accounts do not set.
        email: null,
      }),
    '/user/emails': ({ grant: { person, scopes } }) =>
      scopes.includes('user:email')
        ? json(emailsOf(person))
        : json({ message: 'Not Found: the token needs the scope user:email.' }, 404),
  },
}

function idOf(person: Person): number {
  return Number(makeSubject({ parts: ['github', person.id], digits: 8 }))
}

function emailsOf(person: Person) {
  const noReply = `${idOf(person)}+${person.handle}@users.noreply.github.example`
  return [
    { email: noReply, primary: false, verified: true, visibility: null },
    { email: `old-${person.email}`, primary: false, verified: false, visibility: null },
    { email: person.email, primary: true, verified: person.isEmailVerified, visibility: 'private' },
  ]
}
