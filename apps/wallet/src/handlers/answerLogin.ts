import type { FrameResult } from '@portico/protocol/frame'
import type { LoginSignIn } from '../session/LoginSignIn.ts'
import type { StoredSession } from '../session/storedSession.ts'
import { announceSession } from './announceSession.ts'
import type { FrameServices } from './FrameServices.ts'
import { NoSolanaAccountError } from './NoSolanaAccountError.ts'
import { signForLogin } from './signForLogin.ts'

/** Signs in, if the login includes it, and returns what the host page learns of a login at a provider. */
export async function answerLogin(
  { network, requests, emit }: Pick<FrameServices, 'network' | 'requests' | 'emit'>,
  { email, userName, ...session }: StoredSession,
  offered: LoginSignIn | undefined,
): Promise<FrameResult<'CONNECT_SOCIAL'>> {
  const signed = offered && (await signForLogin({ requests }, offered))
  announceSession({ emit })
  const chainId = network.get()
  const address = chainId.startsWith('solana:') ? session.solanaAddress : session.address
  if (!address) throw new NoSolanaAccountError()
  return {
    ...(email === undefined ? {} : { email }),
    ...(userName === undefined ? {} : { userName }),
    address,
    chainId,
    accounts: [{ address, type: 'eoa' }],
    ...(signed ? { signIn: signed } : {}),
  }
}
