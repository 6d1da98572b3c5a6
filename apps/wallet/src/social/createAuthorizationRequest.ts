import { socialEndpoints, socialNonceFields, socialVerifierFields } from '@portico/protocol/social'
import { base64urlnopad } from '@scure/base'
import { hashFields } from '../keys/hashFields.ts'
import { visitorLanguage } from '../language/loadLanguage.ts'
import type { SocialTicket } from '../session/createSocialLogin.ts'
import type { SocialLeg } from './SocialLeg.ts'

/**
 * Builds the authorization request of one leg (RFC 6749, RFC 7636, OpenID Connect). The page builds it itself, so that no server
 * can swap the nonce, the PKCE challenge or the address: the nonce has the frame's key and the gateway's challenge in it, and the
 * code can be exchanged by the server of this leg alone.
 */
export async function createAuthorizationRequest({
  ticket: { provider, tx, introduction, jkt, second },
  leg,
  clientId,
  issuers,
  site,
  state,
  rPage,
  rServer,
}: {
  ticket: SocialTicket
  leg: SocialLeg['leg']
  clientId: string
  /** URL of local providers; the real ones by default. */
  issuers?: string | undefined
  /** Origin of the wallet's site, to which the provider returns. */
  site: string
  state: string
  /** Random values of the page and of the server. */
  rPage: string
  rServer: string
}): Promise<string> {
  const { authorization, jwks, scope, parameters } = socialEndpoints(provider, issuers)
  const verifier = await hashFields(socialVerifierFields({ server: leg, provider, rServer, rPage }))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const url = new URL(authorization)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: `${site}/social/${provider}${leg === 'gateway' ? '/second' : ''}`,
    scope,
    state,
    code_challenge: base64urlnopad.encode(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    // Only providers with ID tokens repeat it.
    ...(jwks && { nonce: await hashFields(socialNonceFields({ challenge: introduction, tx, jkt })) }),
    ...parameters,
    ...languageParameter(provider),
    // The visitor has just allowed it, in the gateway's leg. Discord asks each time otherwise.
    ...(provider === 'discord' && leg === 'vault' && second !== undefined && { prompt: 'none' }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The language of the provider's pages, where its documentation has a parameter for it: of all providers, only Google's has. Without it
 * they choose the language themselves, also for visitors whose language we do not have and who see English here.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters
 */
function languageParameter(provider: SocialTicket['provider']): { hl?: string } {
  const tag = visitorLanguage()
  if (provider !== 'google' || tag === 'en') return {}
  if (tag === 'zh-Hans') return { hl: 'zh-CN' }
  return { hl: tag === 'zh-Hant' ? 'zh-TW' : tag }
}
