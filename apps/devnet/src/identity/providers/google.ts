import { json } from '../../http/json.ts'
import type { Grant } from '../createGrants.ts'
import { fullName } from '../fullName.ts'
import { makeSubject } from '../makeSubject.ts'
import type { Provider } from '../Provider.ts'

// Android marks its webviews; on iOS, only Safari and browsers that use its user agent name it. The others are apps.
const webview = /; wv\)|\bFBA[NV]\/|Instagram|\bLine\/|Telegram|(iPhone|iPad)(?!.*Safari\/)/

/** Google, OpenID Connect: refuses webviews, and shows the account chooser only with `prompt=select_account`. */
export const google: Provider = {
  id: 'google',
  name: 'Google',
  clientAuthentication: ['client_secret_basic', 'client_secret_post'],
  responseModes: ['query'],
  scopes: ['openid', 'email', 'profile'],
  openId: {
    keysPath: '/oauth2/v3/certs',
    userinfoPath: '/v1/userinfo',
    claims: (grant) =>
      grant.scopes.includes('openid') ? { azp: grant.client.id, ...describe(grant) } : undefined,
  },
  refuseBrowser: (userAgent) =>
    webview.test(userAgent)
      ? 'Error 403: disallowed_useragent. Google refuses logins in browsers inside apps: open the page in a browser.'
      : undefined,
  skipsPage: (prompt) => !prompt.includes('select_account') && !prompt.includes('consent'),
  resources: { '/v1/userinfo': ({ grant }) => json(describe(grant)) },
}

function describe({ person, scopes }: Grant): { sub: string } {
  return {
    sub: makeSubject({ parts: ['google', person.id], digits: 21 }),
    ...(scopes.includes('email') && { email: person.email, email_verified: person.isEmailVerified }),
    ...(scopes.includes('profile') && {
      name: fullName(person),
      given_name: person.givenName,
      family_name: person.familyName,
    }),
  }
}
