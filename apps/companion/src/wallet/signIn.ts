import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import { methods } from './supported.ts'

/**
 * Responds to a one-click sign-in with one message for the active network. Its ReCap grants the common methods on all
 * common networks.
 *
 * @throws {Error} if the response cannot be created or sent.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5573
 */
export async function signIn({
  kit,
  request: { id, params },
  chains,
  preferred,
  address,
  sign,
}: {
  kit: IWalletKit
  request: WalletKitTypes.SessionAuthenticate
  /** The wallet's chains, as CAIP-2 ids. */
  chains: string[]
  /** The active chain. */
  preferred: string
  address: string
  /** Asks the user to sign. Returns `undefined` if rejected. */
  sign: (message: string) => Promise<string | undefined>
}): Promise<'connected' | 'declined'> {
  const authPayload = populateAuthPayload({ authPayload: params.authPayload, chains, methods })
  const chain = authPayload.chains.includes(preferred) ? preferred : authPayload.chains[0]
  const iss = `${chain}:${address}`
  const signature = await sign(kit.formatAuthMessage({ request: authPayload, iss }))
  if (signature === undefined) {
    // Fails if the application has cancelled the request, which needs no handling.
    await kit.rejectSessionAuthenticate({ id, reason: getSdkError('USER_REJECTED') }).catch(() => {})
    return 'declined'
  }
  const auth = buildAuthObject(authPayload, { t: 'eip191', s: signature }, `did:pkh:${iss}`)
  await kit.approveSessionAuthenticate({ id, auths: [auth] })
  return 'connected'
}
