import type { Answer } from '../../http/Answer.ts'
import type { Provider } from '../Provider.ts'
import { formPostPage } from '../pages/formPostPage.ts'

/** Returns the response that takes the result of a login to the client, with the state of its request. */
export function returnResult({
  provider,
  issuer,
  query,
  redirectUri,
  fields,
}: {
  provider: Provider
  issuer: string
  query: URLSearchParams
  redirectUri: string
  fields: Readonly<Record<string, string>>
}): Answer {
  const state = query.get('state')
  const all = { ...fields, ...(state !== null && { state }), ...provider.resultFields?.({ issuer }) }
  // A mode that the provider does not support has no effect; its error must reach the client too.
  const isForm = query.get('response_mode') === 'form_post' && provider.responseModes.includes('form_post')
  if (isForm) return formPostPage({ provider, redirectUri, fields: all })
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(all)) url.searchParams.append(name, value)
  // 303, so that the browser follows a form with GET.
  return { status: 303, headers: { location: `${url}${provider.redirectSuffix ?? ''}` } }
}
