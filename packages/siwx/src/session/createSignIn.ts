import type { CaipNetworkId } from '@portico/protocol'
import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXLogin } from '../config/SIWXLogin.ts'
import { createNonce } from '../message/createNonce.ts'
import { signInNamespaces } from '../message/signInNamespace.ts'
import type { DefaultSIWXParameters } from './DefaultSIWXParameters.ts'
import { DefaultSigner } from './DefaultSigner.ts'
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
  if (server) return { prepareLogin, ...serverSignIn({ server, messenger, sessions, storage, nonceTokens }) }
  const local = localSignIn({
    context,
    // A custom messenger may write any domain.
    domain: options.messenger ? undefined : domain,
    messenger,
    storage: sessions,
    verifiers: options.verifiers ?? signInNamespaces.map((namespace) => new MessageVerifier(namespace)),
  })
  return { prepareLogin, ...local }

  async function prepareLogin({ chainId }: { chainId: CaipNetworkId }): Promise<SIWXLogin | undefined> {
    const { getNonce, signer, statement, resources, expiration = defaultExpirationMs } = options
    // The wallet would leave out the texts of the application's own messages.
    const isOwnSigner = signer && signer.constructor !== DefaultSigner
    const isOwnMessage =
      options.messenger || isOwnSigner || statement !== undefined || resources !== undefined
    const isThisPage = domain === globalThis.location?.host && uri === globalThis.location.origin
    if (isOwnMessage || !isThisPage || (server && getNonce)) return undefined
    const nonce = await (getNonce ?? getServerNonce)({ accountAddress: '', chainId })
    const expiresAt = new Date(Date.now() + expiration).toISOString()
    return { nonce, issuer: server ? 'gateway' : 'application', expiresAt }
  }
}
