import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import { methods } from './supported.ts'

/**
 * Answers one-click sign-in: one text for the network in use, whose ReCap grants what both sides know on all networks
 * they have in common. Rejects with words for the person where nothing can come of it.
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
  /** The wallet's own, by CAIP-2 id. */
  chains: string[]
  preferred: string
  address: string
  /** Asks the person; undefined is a no. */
  sign: (message: string) => Promise<string | undefined>
}): Promise<'connected' | 'declined'> {
  const authPayload = populateAuthPayload({ authPayload: params.authPayload, chains, methods })
  const chain = authPayload.chains.includes(preferred) ? preferred : authPayload.chains[0]
  const iss = `${chain}:${address}`
  const signature = await sign(kit.formatAuthMessage({ request: authPayload, iss }))
  if (signature === undefined) {
    // Nobody is left to be told where the application has taken its question back.
    await kit.rejectSessionAuthenticate({ id, reason: getSdkError('USER_REJECTED') }).catch(() => {})
    return 'declined'
  }
  const auth = buildAuthObject(authPayload, { t: 'eip191', s: signature }, `did:pkh:${iss}`)
  await kit.approveSessionAuthenticate({ id, auths: [auth] })
  return 'connected'
}
