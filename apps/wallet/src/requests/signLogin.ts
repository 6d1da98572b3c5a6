import { createLoginMessage, createNonce, mixNonce } from '@portico/siwx'
import type { LoginSignIn, SignedLogin } from '../session/LoginSignIn.ts'
import type { WalletSession } from '../session/WalletSession.ts'
import { describeMessage } from './describeMessage.ts'

/**
 * Writes and signs the sign-in message of a login. The visitor agreed to it by typing the code, so nothing is asked, and
 * nothing is signed that the visitor could not have read there: only the nonce and the network are the page's.
 */
export async function signLogin(
  { nonce, chainId, issuer }: LoginSignIn,
  { session, now }: { session: WalletSession; now: () => number },
): Promise<SignedLogin> {
  const { address, origin } = session
  const random = issuer === 'gateway' ? createNonce() : undefined
  const message = createLoginMessage({
    origin,
    address,
    chainId: chainId as `eip155:${string}`,
    nonce: random === undefined ? nonce : await mixNonce({ nonce, random }),
    now: now(),
  })
  // The rules of every other message apply to this one too.
  const { hash } = describeMessage([message, address], { address, origin, chainId, now: now() })
  const signer = await session.openSigner()
  try {
    const signature = await signer.signHash(hash)
    return { message, signature, ...(random === undefined ? {} : { random }) }
  } finally {
    signer.close()
  }
}
