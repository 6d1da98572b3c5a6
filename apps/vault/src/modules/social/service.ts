import { randomBytes } from 'node:crypto'
import { socialNonceFields, socialVerifierFields } from '@portico/protocol/social'
import {
  type SocialClaimRequest,
  type SocialClaimResponse,
  type SocialFinishRequest,
  type SocialFinishResponse,
  type SocialOpenRequest,
  type SocialOpenResponse,
  type SocialStartRequest,
  type SocialStartResponse,
  type SocialWaitResponse,
  sealedClaim,
} from '@portico/protocol/vault'
import { auditLock, hashFields, inTransaction, type Log } from '@portico/server'
import { type AccountReader, isRefusal, type SocialAccount } from '@portico/server/social'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { claimLifetimeMs } from '../challenges/createChallenges.ts'
import { createAssertionSigner } from '../claims/createAssertionSigner.ts'
import type { CompleteLogin } from '../claims/createLoginCompletion.ts'
import type { Attach } from './createAttach.ts'
import { createSocialLogins } from './createSocialLogins.ts'
import { createSocialStore, type SocialLogin } from './store.ts'

/** How long a ticket opens its login. */
const ticketLifetimeMs = 600_000

/** How long an exchange may take. If the vault is killed in it, the login ends then, instead of when the visitor gives up. */
const exchangeMs = 60_000

/** Logs in with accounts at other providers. */
export type SocialService = {
  start(call: SocialStartRequest & { jkt: string; caller: Caller }): Promise<SocialStartResponse>
  /** Uses the ticket. Of concurrent calls, exactly one succeeds. */
  open(call: SocialOpenRequest & { jkt: string }): Promise<SocialOpenResponse>
  /** Verifies the account at the provider. A repeated request gets the same answer; the code is exchanged once. */
  finish(call: SocialFinishRequest & { jkt: string }): Promise<SocialFinishResponse>
  /** Waits until the login goes on, the poll times out, or `gone` is aborted. */
  wait(call: { tx: string; jkt: string; gone: AbortSignal }): Promise<SocialWaitResponse>
  /** Completes the login, once. */
  claim(call: SocialClaimRequest & { jkt: string }): Promise<SocialClaimResponse>
  attach: Attach
}

/**
 * Creates the service for social logins. The wallet's page builds the authorization request, with a nonce and a PKCE challenge
 * that the vault computes itself: a code or an ID token of another login, key or server is worthless here.
 */
export function createSocialService({
  database,
  cipher,
  jose,
  accounts,
  completeLogin,
  attach,
  mailQueue,
  metrics,
  log,
  emailIndexesOf,
  identityIndexesOf,
  now: clock,
  sleep,
  pollTimeoutMs = 25_000,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'identityIndexesOf'> & {
  database: Database
  cipher: Cipher
  jose: Jose
  accounts: AccountReader
  completeLogin: CompleteLogin
  attach: Attach
  mailQueue: Pick<MailQueue, 'kick'>
  metrics: Pick<Metrics, 'onSocial'>
  log: Log
  now: () => number
  /** Waits; rejects when aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  pollTimeoutMs?: number
}): SocialService {
  const signAssertion = createAssertionSigner({ jose })
  const describeLogin = createSocialLogins({ cipher, emailIndexesOf, identityIndexesOf })
  const placeOf = (tx: string) => ({ table: 'socials', row: tx }) as const

  /** Returns the login `tx` if it belongs to the key `jkt`, and has neither expired nor been claimed. */
  async function findOwn(tx: string, column: 'jkt' | 'window_jkt', jkt: string) {
    const row = await createSocialStore({ database }).find(tx)
    if (!row || row[column] !== jkt || row.expires_at <= clock()) throw new Problem('transaction-expired')
    const { step } = row
    if (step === 'claimed') throw new Problem('transaction-expired')
    return { ...row, step }
  }

  /** Exchanges the code; `undefined` if the provider refuses it or answers for another login. */
  async function readAccount(
    row: SocialLogin,
    params: SocialFinishRequest['params'],
  ): Promise<SocialAccount | undefined> {
    const { provider, challenge, tx, jkt, r_server: rServer, r_page: rPage } = row
    if (params.code === undefined || params.error !== undefined || rPage === null) return undefined
    const verifier = hash(socialVerifierFields({ server: 'vault', provider, rServer, rPage }))
    const nonce = hash(socialNonceFields({ challenge, tx, jkt }))
    try {
      return await accounts.read({ provider, params, verifier, nonce })
    } catch (error) {
      // Only its name and code: the message and the cause may contain tokens.
      const { name, code } = error as Error & { code?: string }
      log.warn({ upstream: provider, reason: code ?? name }, 'social login failed')
      return undefined
    }
  }

  return {
    async start({ provider, origin, projectId, challenge, jkt, caller: { browser, system } }) {
      if (!accounts.isConfigured(provider)) throw new Problem('provider-off')
      const tx = `tx_${randomBytes(16).toString('base64url')}`
      const [ticket, rServer] = [randomHandle(), randomHandle()]
      const now = clock()
      const expiresAt = now + ticketLifetimeMs
      await createSocialStore({ database }).add({
        tx,
        provider,
        step: 'pending',
        jkt,
        window_jkt: null,
        ticket_hash: hashToken(ticket),
        challenge,
        r_server: rServer,
        r_page: null,
        origin,
        project_id: projectId,
        browser,
        system,
        ...cipher.seal(placeOf(tx), ''),
        created_at: now,
        expires_at: expiresAt,
      })
      return { tx, ticket, expiresAt: new Date(expiresAt).toISOString() }
    },

    async open({ ticket, rPage, jkt }) {
      const now = clock()
      const row = await createSocialStore({ database }).open({
        ticketHash: hashToken(ticket),
        windowJkt: jkt,
        rPage,
        now,
        // The visitor may take long at the provider.
        expiresAt: now + claimLifetimeMs - ticketLifetimeMs,
      })
      if (!row) throw new Problem('ticket-invalid')
      return { rServer: row.r_server }
    },

    async finish({ tx, params, jkt }) {
      const before = await findOwn(tx, 'window_jkt', jkt)
      const { step, provider, expires_at } = before
      if (step === 'done' || step === 'refused' || step === 'failed') return { status: step }
      const store = createSocialStore({ database })
      // Before the exchange: a code is sent to the provider once, whatever happens.
      const now = clock()
      const row = await store.beginExchange({ tx, windowJkt: jkt, now, expiresAt: now + exchangeMs })
      if (!row) throw new Problem('transaction-expired')
      const account = await readAccount(row, params)
      const status = account ? 'done' : isRefusal(params.error) ? 'refused' : 'failed'
      const sealed = cipher.seal(placeOf(tx), account ? JSON.stringify(account) : '')
      await store.end(tx, { step: status, expires_at, ...sealed })
      metrics.onSocial({ provider, outcome: status })
      return { status }
    },

    async wait({ tx, jkt, gone }) {
      const end = clock() + pollTimeoutMs
      let first: SocialWaitResponse['status'] | undefined
      for (;;) {
        const { step } = await findOwn(tx, 'jkt', jkt)
        const status = step === 'exchanging' ? 'opened' : step
        first ??= status
        const isOver = status !== 'pending' && status !== 'opened'
        if (isOver || status !== first || clock() >= end || gone.aborted) return { status }
        // Poll the database, as another process may finish the login.
        await sleep(500, gone).catch(() => undefined)
      }
    },

    async claim({ sealed, jkt }) {
      const { tx, jkt: sealedFor, releaseKey } = await jose.decrypt(sealed, sealedClaim)
      if (sealedFor !== jkt) throw new Problem('sealed-invalid')
      const before = await findOwn(tx, 'jkt', jkt)
      if (before.step !== 'done') throw new Problem('transaction-expired')
      const account = JSON.parse(await cipher.open(placeOf(tx), before)) as SocialAccount
      const { subject, email, name, handle, idToken } = account
      const { login, isLinkable, keepAddress } = describeLogin(before, account)
      // The account without its token, so that it can be attached to an existing user.
      const kept = cipher.seal(placeOf(tx), JSON.stringify({ ...account, idToken: undefined }))
      const identities = identityIndexesOf({ provider: before.provider, subject })
      const locks = [`social ${tx}`, ...identities.map((index) => `identity ${index}`)]
      const grant = randomHandle()
      const completed = await inTransaction({
        database,
        locks: [auditLock, ...locks.map((key) => ({ key }))],
        run: async (transaction) => {
          const now = clock()
          const claimed = await createSocialStore({ database: transaction }).claim({ tx, jkt, now, ...kept })
          if (!claimed) throw new Problem('transaction-expired')
          const completion = await completeLogin({
            transaction,
            login,
            releaseKey,
            grant,
            isActive: false,
            isProven: true,
            // A key that the gateway does not know logs in as any other does.
            startsOver: false,
            now,
          })
          // After a new device was reported to the address of before.
          await keepAddress(transaction)
          return { ...completion, linkable: await isLinkable(transaction) }
        },
      })
      mailQueue.kick()
      const { userId, hasAuto, linkable } = completed
      const assertion = await signAssertion(completed)
      const profile = { email, name, handle }
      return { assertion, grant, userId, hasAuto, profile, idToken, linkable }
    },

    attach,
  }
}

const randomHandle = () => randomBytes(32).toString('base64url')
const hash = ([label = '', ...fields]: readonly string[]) => hashFields(label, ...fields)
