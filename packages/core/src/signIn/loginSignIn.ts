import type { CaipNetworkId } from '@portico/protocol'
import type { FrameResult } from '@portico/protocol/frame'
import type { SIWXLogin } from '@portico/siwx'
import type { Kit } from '../kit.ts'
import { setUpSignIn } from './setUpSignIn.ts'
import type { SignInSubject } from './signInState.ts'

/** A sign-in that the embedded wallet does as part of a login. */
export type LoginSignIn = SIWXLogin & { chainId: CaipNetworkId }

/** What the wallet returned for it. */
export type SignedLogin = NonNullable<FrameResult<'CONNECT_OTP'>['signIn']>

/** The visitor must not wait longer for the form for the code. */
const prepareTimeoutMs = 3_000

/**
 * Prepares the sign-in of a login. Resolves to undefined if the application does not ask for sign-in, or if its sign-in
 * cannot be part of a login: the visitor is then asked after the login.
 */
export async function prepareLoginSignIn(kit: Kit, chainId: CaipNetworkId): Promise<LoginSignIn | undefined> {
  const { siwx, store, logger } = kit
  const isListed = store.getState().networks.some(({ caipNetworkId }) => caipNetworkId === chainId)
  if (!siwx?.prepareLogin || !isListed) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, prepareTimeoutMs)
  })
  try {
    const prepare = async () => {
      await setUpSignIn(kit)
      return siwx.prepareLogin?.({ chainId })
    }
    const login = await Promise.race([prepare(), timeout])
    // The wallet refuses any other nonce.
    if (!login || !/^[A-Za-z0-9]{8,64}$/.test(login.nonce)) return undefined
    return { ...login, chainId }
  } catch (error) {
    logger.warn('Signing in is not part of this login; the visitor is asked afterwards.', error)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Adds the session of a login, before the account is connected. Resolves to the account that is signed in, or undefined if
 * the session was not accepted: the visitor is then asked to sign.
 */
export async function addLoginSession(
  kit: Kit,
  { chainId, ...prepared }: LoginSignIn,
  { message, signature, random }: SignedLogin,
): Promise<SignInSubject | undefined> {
  const { siwx, logger } = kit
  try {
    const { parseMessageLazily } = await import('@portico/siwx/parseMessageLazily')
    const { address, ...fields } = await parseMessageLazily(message)
    const data = { ...fields, accountAddress: address }
    await siwx?.addSession({ data, message, signature, login: { ...prepared, random } })
    return { address, networkId: chainId }
  } catch (error) {
    logger.warn('The sign-in of the login was not accepted; the visitor is asked to sign.', error)
    return undefined
  }
}
