import type { InitialState } from './InitialState.ts'
import { readCookies } from './readCookies.ts'

/**
 * Reads what `cookieStorage` has stored from the `Cookie` header of a request, for `initialState` of `AppKitProvider`.
 * Other cookies, and values that are not valid, are left out. Never throws.
 *
 * @example
 * import { cookieToInitialState } from '@portico/react/ssr'
 *
 * const initialState = cookieToInitialState(request.headers.get('cookie'))
 */
export function cookieToInitialState(header: string | null | undefined): InitialState {
  return Object.fromEntries(typeof header === 'string' ? readCookies(header) : [])
}
