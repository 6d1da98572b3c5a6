import { createFarcasterLogin, type FarcasterLogin } from './createFarcasterLogin.ts'
import { createFarcasterRelay } from './createFarcasterRelay.ts'

/**
 * Creates the login with Farcaster, with the client of its relay.
 *
 * @param parameters.relay URL of the relay; undefined if the operator has not set up logins with Farcaster
 */
export function openFarcasterLogin({
  relay,
  ...parameters
}: Omit<Parameters<typeof createFarcasterLogin>[0], 'relay'> & {
  relay: string | undefined
}): FarcasterLogin {
  const fetch = globalThis.fetch.bind(globalThis)
  const client = relay === undefined ? undefined : createFarcasterRelay({ url: relay, fetch })
  return createFarcasterLogin({ ...parameters, relay: client })
}
