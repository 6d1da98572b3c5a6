import type { Hex } from 'viem'
import type { SessionTokens } from './createGatewayClient.ts'
import type { Grant } from './createGrant.ts'
import type { Lock } from './createLock.ts'
import type { TokenStore } from './createTokenStore.ts'
import { type EnterServices, enterWallet } from './enterWallet.ts'
import type { StoredSession } from './storedSession.ts'

/** What the gateway returned for its own proof of a login: a session, and its statement for the vault. */
export type AcceptedProof = { tokens: SessionTokens; introduced: string }

/** The wallet that a login opened, and the gateway's statement about it. */
export type EnteredWallet = Pick<StoredSession, 'userId' | 'solanaAddress'> & {
  address: Hex
  introduced: string
}

/**
 * The end of every login: has the gateway verify its proof, opens or creates the wallet, and stores the tokens. The session
 * itself is stored by the caller.
 */
export async function enterWithProof(
  { services, lock, tokens }: { services: EnterServices; lock: Lock; tokens: TokenStore },
  { prove, grant }: { prove(): Promise<AcceptedProof>; grant: Grant },
): Promise<EnteredWallet> {
  // The worker starts while the gateway verifies the proof; it has no key yet.
  const worker = services.startWorker()
  try {
    const { introduced, tokens: opened } = await prove()
    const { accessToken, userId } = opened
    const openGrant = () => grant.open(introduced)
    const address = await lock('enter', () =>
      enterWallet({ ...services, worker }, { accessToken, userId, openGrant }),
    )
    await tokens.set(opened)
    const { solanaAddress } = await worker.run('readSolanaAddress', undefined)
    return { userId, address, solanaAddress, introduced }
  } finally {
    worker.close()
  }
}
