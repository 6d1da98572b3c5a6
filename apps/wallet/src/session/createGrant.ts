import type { EmailClaimRequest } from '@portico/protocol/vault'
import { sealToServer } from '../keys/sealToServer.ts'
import type { EnterServices } from './enterWallet.ts'
import { makeReleaseKeys } from './makeReleaseKeys.ts'

/** The right to have the vault store or release the recovery secret, which it encrypts to `releaseKey`. */
export type OpenGrant = { grant: string; releaseKey: CryptoKey }

/** Keeps the vault's grant of a login that it has verified itself, for ten minutes; undefined when another login begins. */
export type KeepGrant = (grant: string | undefined) => void

/** The grant of one login. */
export type Grant = {
  /** Completes an approved link, or a social login, at the vault. Returns the vault's assertion about the address or account, for the gateway. */
  claim(): Promise<string>
  /**
   * Makes the claimed account another login of the user of the grant `to`. Returns the vault's assertion that it is. If it is
   * interrupted before `open`, adding the same account again finishes it.
   *
   * @throws {ServerError} such as `login-taken`, `login-exists`, `device-too-new` or `grant-invalid`
   */
  attachTo(to: string): Promise<string>
  /**
   * Makes the grant valid, with the gateway's statement about its own proof. Call it only if the grant is needed. It completes
   * the login at the vault if nothing has: with that statement, because the gateway knew the key before.
   */
  open(introduced: string): Promise<OpenGrant>
}

/**
 * Creates the grant of one login. The vault gives it once, so it is kept for further attempts.
 *
 * @param claimAt completes the login at the vault; by default that of a login by e-mail
 */
export function createGrant({
  services: { vault, sealTo, jkt },
  tx,
  claimAt = vault.claim,
  proof,
  attach,
}: {
  services: Pick<EnterServices, 'vault' | 'sealTo' | 'jkt'>
  tx: string
  claimAt?: ((request: EmailClaimRequest) => Promise<{ grant: string; assertion: string }>) | undefined
  /** What the vault verifies besides: the message of a login with Farcaster, or the handle that came back in an address. */
  proof?: { message: string; signature: string } | { handle: string } | undefined
  /** Grant of the user to whom a login by e-mail is added. */
  attach?: string | undefined
}): Grant {
  let claimed: (OpenGrant & { assertion: string }) | undefined
  let isActive = false

  async function claim(introduced?: string): Promise<OpenGrant & { assertion: string }> {
    if (claimed) return claimed
    const { privateKey: releaseKey, publicKey } = await makeReleaseKeys()
    const sealed = await sealToServer(sealTo, { tx, jkt, releaseKey: publicKey, ...proof })
    const { grant, assertion } = await claimAt({
      sealed,
      ...(introduced ? { introduced } : {}),
      ...(attach ? { attach } : {}),
    })
    claimed = { grant, releaseKey, assertion }
    isActive = introduced !== undefined
    return claimed
  }

  return {
    claim: async () => (await claim()).assertion,
    async attachTo(to) {
      const { releaseKey } = await claim()
      const { grant, assertion } = await vault.attach({ tx, grant: to })
      claimed = { grant, releaseKey, assertion }
      return assertion
    },
    async open(introduced) {
      const { grant, releaseKey } = await claim(introduced)
      if (!isActive) await vault.activateGrant({ grant, introduced })
      isActive = true
      return { grant, releaseKey }
    },
  }
}
