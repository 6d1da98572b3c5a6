import type { LoginSignIn, SignedLogin } from '../session/LoginSignIn.ts'
import type { FrameServices } from './FrameServices.ts'

/** Signs in as part of a login. Returns undefined if the wallet could not sign: the page then asks for a signature. */
export async function signForLogin(
  { requests }: Pick<FrameServices, 'requests'>,
  signIn: LoginSignIn,
): Promise<SignedLogin | undefined> {
  try {
    return await requests().signLogin(signIn)
  } catch {
    return undefined
  }
}
