import { randomBytes } from 'node:crypto'
import {
  type FarcasterClaimRequest,
  type FarcasterStartRequest,
  type FarcasterStartResponse,
  type SocialClaimResponse,
  sealedFarcasterClaim,
} from '@portico/protocol/vault'
import type { Log } from '@portico/server'
import { type FarcasterVerifier, farcasterNonce } from '@portico/server/farcaster'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import type { ClaimAccount } from '../social/createAccountClaim.ts'
import { createSocialStore } from '../social/store.ts'

/** How long a login may take. */
const lifetimeMs = 600_000

/** Logs in with accounts at Farcaster. */
export type FarcasterService = {
  start(call: FarcasterStartRequest & { jkt: string; caller: Caller }): Promise<FarcasterStartResponse>
  /** Verifies the signed message and completes the login, once. A refused message ends the login. */
  claim(call: FarcasterClaimRequest & { jkt: string }): Promise<SocialClaimResponse>
}

/**
 * Creates the service for logins with Farcaster. The vault takes no part in how the message is signed: the frame asks Farcaster's
 * relay for it, with a nonce that names the gateway's challenge, this login and the frame's key.
 *
 * @param verifier undefined: the operator has not set up logins with Farcaster.
 */
export function createFarcasterService({
  database,
  cipher,
  jose,
  verifier,
  walletOrigin,
  claimAccount,
  metrics,
  log,
  now: clock,
}: {
  database: Database
  cipher: Cipher
  jose: Jose
  verifier: FarcasterVerifier | undefined
  walletOrigin: string
  claimAccount: ClaimAccount
  metrics: Pick<Metrics, 'onSocial'>
  log: Log
  now: () => number
}): FarcasterService {
  const provider = 'farcaster'
  const store = createSocialStore({ database })

  return {
    async start({ origin, projectId, challenge, jkt, caller: { browser, system } }) {
      if (!verifier) throw new Problem('provider-off')
      const tx = `tx_${randomBytes(16).toString('base64url')}`
      const now = clock()
      const expiresAt = now + lifetimeMs
      await store.add({
        tx,
        provider,
        step: 'pending',
        jkt,
        challenge,
        // There is no page of its own, and no code to exchange.
        window_jkt: null,
        ticket_hash: null,
        r_server: '',
        r_page: null,
        origin,
        project_id: projectId,
        browser,
        system,
        ...cipher.seal({ table: 'socials', row: tx }, ''),
        created_at: now,
        expires_at: expiresAt,
      })
      return { tx, expiresAt: new Date(expiresAt).toISOString() }
    },

    async claim({ sealed, jkt }) {
      const content = await jose.decrypt(sealed, sealedFarcasterClaim)
      const { tx, releaseKey, message, signature } = content
      if (content.jkt !== jkt) throw new Problem('sealed-invalid')
      const row = await store.find(tx)
      const isOwn = row?.jkt === jkt && row.provider === provider
      if (!row || !isOwn || row.step !== 'pending' || row.expires_at <= clock())
        throw new Problem('transaction-expired')
      if (!verifier) throw new Problem('provider-off')
      const nonce = farcasterNonce({ challenge: row.challenge, tx, jkt })
      const verdict = await verifier.verify({ message, signature, nonce, walletOrigin })
      if (!verdict.ok) {
        log.warn({ upstream: provider, reason: verdict.code }, 'login with Farcaster failed')
        if (verdict.code === 'registry-unavailable') throw new Problem('registry-unavailable')
        // Each login asks the nodes about one message.
        await store.refuse(tx)
        metrics.onSocial({ provider, outcome: 'failed' })
        throw new Problem('siwf-invalid')
      }
      const account = { subject: String(verdict.fid) }
      const claimed = await claimAccount({ row, from: 'pending', account, releaseKey })
      metrics.onSocial({ provider, outcome: 'done' })
      return claimed
    },
  }
}
