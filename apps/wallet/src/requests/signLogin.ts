import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { CaipNetworkId } from '@portico/protocol'
import { createLoginMessage, createNonce, mixNonce } from '@portico/siwx'
import { base58 } from '@scure/base'
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
  const { origin } = session
  const isSolana = chainId.startsWith('solana:')
  const address = isSolana ? session.solanaAddress() : session.address
  if (address === undefined) throw new Error('The wallet has no account on this network.')
  const random = issuer === 'gateway' ? createNonce() : undefined
  const message = createLoginMessage({
    origin,
    address,
    chainId: chainId as CaipNetworkId,
    nonce: random === undefined ? nonce : await mixNonce({ nonce, random }),
    now: now(),
  })
  // The rules of every other message apply to this one too.
  const { hash } = describeMessage([message, address], { address, origin, chainId, now: now() })
  const signer = await session.openSigner()
  try {
    const signature = isSolana
      ? base58.encode(await signer.signSolana(utf8ToBytes(message)))
      : await signer.signHash(hash)
    return { message, signature, ...(random === undefined ? {} : { random }) }
  } finally {
    signer.close()
  }
}
