import type { Provider } from '../Provider.ts'

/** Returns what is wrong with an authorization request of a registered client, with the error code of RFC 6749. */
export function findRequestProblem({
  provider,
  query,
}: {
  provider: Provider
  query: URLSearchParams
}): { error: string; description: string } | undefined {
  if (query.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code.' }
  const mode = query.get('response_mode') ?? 'query'
  if (!provider.responseModes.some((supported) => supported === mode))
    return invalid(`response_mode must be one of: ${provider.responseModes.join(', ')}.`)
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
    return invalid('code_challenge must be the SHA-256 hash of the verifier in base64url.')
  if (query.get('code_challenge_method') !== 'S256') return invalid('code_challenge_method must be S256.')
  const foreign = (query.get('scope') ?? '')
    .split(' ')
    .filter((scope) => scope && !provider.scopes.includes(scope))
  if (foreign.length > 0)
    return { error: 'invalid_scope', description: `There is no scope ${foreign.join(', ')}.` }
  const refusal = provider.refuseRequest?.(query)
  return refusal ? invalid(refusal) : undefined
}

function invalid(description: string) {
  return { error: 'invalid_request', description }
}
