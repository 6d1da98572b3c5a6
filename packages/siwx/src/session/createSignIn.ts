import type { SIWXContext } from '../config/SIWXContext.ts'
import { createNonce } from '../message/createNonce.ts'
import { signInNamespaces } from '../message/signInNamespace.ts'
import type { DefaultSIWXParameters } from './DefaultSIWXParameters.ts'
import { InformalMessenger } from './InformalMessenger.ts'
import { LocalStorage } from './LocalStorage.ts'
import { localSignIn } from './localSignIn.ts'
import { MessageVerifier } from './MessageVerifier.ts'
import { pageStorage } from './pageStorage.ts'
import type { SignIn } from './SignIn.ts'
import { serverSignIn } from './serverSignIn.ts'
import { signInServer } from './signInServer.ts'
import { storedMap } from './storedMap.ts'

const defaultExpirationMs = 7 * 24 * 60 * 60 * 1000

/** Creates the sign-in of `DefaultSIWX`: with the gateway if there is one, in the page otherwise. */
export function createSignIn(
  options: DefaultSIWXParameters,
  context: SIWXContext = { storage: pageStorage(), getClient: () => undefined },
): SignIn {
  const { gatewayUrl, storage } = context
  const { domain = globalThis.location?.host ?? '', uri = globalThis.location?.origin ?? '' } = options
  const server = gatewayUrl ? signInServer({ ...context, gatewayUrl }) : undefined
  // In storage, because a phone may unload the page while the wallet is open. Most are used at once, so five suffice.
  const nonceTokens = storedMap(storage, '@appkit/siwx-nonce-token', 5)

  async function getServerNonce(): Promise<string> {
    if (!server) return createNonce()
    const { nonce, token } = await server.nonce()
    nonceTokens.set(nonce, token)
    return nonce
  }

  const messenger =
    options.messenger ??
    new InformalMessenger({
      domain,
      uri,
      getNonce: options.getNonce ?? getServerNonce,
      statement: options.statement,
      resources: options.resources,
      expiration: options.expiration ?? defaultExpirationMs,
    })
  const sessions = options.storage ?? new LocalStorage({ storage })
  if (server) return serverSignIn({ server, messenger, sessions, storage, nonceTokens })
  return localSignIn({
    context,
    // A custom messenger may write any domain.
    domain: options.messenger ? undefined : domain,
    messenger,
    storage: sessions,
    verifiers: options.verifiers ?? signInNamespaces.map((namespace) => new MessageVerifier(namespace)),
  })
}
