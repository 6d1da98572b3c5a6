import type { Kit } from '../kit.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { getQueryClient } from './getQueryClient.ts'
import { identityQuery } from './identityQuery.ts'

/** The name and avatar of an account. The avatar is a `data:` URL or a path of the gateway. */
export interface Identity {
  name: string | null
  avatar: string | null
}

/**
 * Returns the name and avatar of an account, cached for five minutes. Both are null without a gateway and in
 * namespaces without names.
 *
 * @throws GatewayError · GatewayUnreachableError
 * @example
 * const { name } = await fetchIdentity(kit, { address, networkId: 'eip155:1' })
 */
export async function fetchIdentity(kit: Kit, subject: SignInSubject): Promise<Identity> {
  const query = identityQuery(kit, subject)
  if (query.enabled === false) return { name: null, avatar: null }
  const { name, avatar } = await getQueryClient(kit).fetchQuery<Identity>(query as never)
  return { name, avatar }
}
