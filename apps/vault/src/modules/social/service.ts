import { randomBytes } from 'node:crypto'
import { type SocialProvider, socialNonceFields, socialVerifierFields } from '@portico/protocol/social'
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
  sealedSocialClaim,
} from '@portico/protocol/vault'
import { hashFields, type Log } from '@portico/server'
import { type AccountReader, isRefusal, type SocialAccount } from '@portico/server/social'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { Metrics } from '../../metrics/createMetrics.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { claimLifetimeMs } from '../challenges/createChallenges.ts'
import type { ClaimAccount } from './createAccountClaim.ts'
import type { Attach } from './createAttach.ts'
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
  /** Verifies the account at the provider. A repeated request gets the same status; the code is exchanged once. */
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
  claimAccount,
  attach,
  metrics,
  log,
  now: clock,
  sleep,
  pollTimeoutMs = 25_000,
}: {
  database: Database
  cipher: Cipher
  jose: Jose
  accounts: AccountReader
  claimAccount: ClaimAccount
  attach: Attach
  metrics: Pick<Metrics, 'onSocial'>
  log: Log
  now: () => number
  /** Waits; rejects when aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  pollTimeoutMs?: number
}): SocialService {
  const placeOf = (tx: string) => ({ table: 'socials', row: tx }) as const

  /** Returns the login `tx` if it belongs to the key `jkt`, and has neither expired nor been claimed. */
  async function findOwn(tx: string, column: 'jkt' | 'window_jkt', jkt: string) {
    const row = await createSocialStore({ database }).find(tx)
    if (!row || row[column] !== jkt || row.expires_at <= clock()) throw new Problem('transaction-expired')
    const { step, provider } = row
    // An account at Farcaster is verified in its claim, without these steps.
    if (step === 'claimed' || provider === 'farcaster') throw new Problem('transaction-expired')
    return { ...row, step, provider }
  }

  /** Exchanges the code; `undefined` if the provider refuses it or answers for another login. */
  async function readAccount(
    row: SocialLogin & { provider: SocialProvider },
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

  /** Returns the answer of `finish`, with a new handle if the result goes back in an address. */
  async function answerFinish(
    { tx, handle_hash }: SocialLogin,
    status: SocialFinishResponse['status'],
  ): Promise<SocialFinishResponse> {
    if (status !== 'done' || handle_hash === null) return { status }
    const handle = randomHandle()
    await createSocialStore({ database }).setHandle({ tx, handleHash: hashToken(handle) })
    return { status, handle }
  }

  return {
    async start({ provider, origin, projectId, challenge, redirect, jkt, caller: { browser, system } }) {
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
        // Of a value that nobody knows, until there is a handle.
        handle_hash: redirect ? hashToken(randomHandle()) : null,
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
      if (step === 'done' || step === 'refused' || step === 'failed') return answerFinish(before, step)
      const store = createSocialStore({ database })
      // Before the exchange: a code is sent to the provider once, whatever happens.
      const now = clock()
      const row = await store.beginExchange({ tx, windowJkt: jkt, now, expiresAt: now + exchangeMs })
      if (!row) throw new Problem('transaction-expired')
      const account = await readAccount({ ...row, provider }, params)
      const status = account ? 'done' : isRefusal(params.error) ? 'refused' : 'failed'
      const sealed = cipher.seal(placeOf(tx), account ? JSON.stringify(account) : '')
      await store.end(tx, { step: status, expires_at, ...sealed })
      metrics.onSocial({ provider, outcome: status })
      return answerFinish(row, status)
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
      const { tx, jkt: sealedFor, releaseKey, handle } = await jose.decrypt(sealed, sealedSocialClaim)
      if (sealedFor !== jkt) throw new Problem('sealed-invalid')
      const handleHash = handle === undefined ? null : hashToken(handle)
      // Whoever has the handle of another key's login got it from an address.
      if (handleHash !== null) await createSocialStore({ database }).refuseHandle({ handleHash, jkt })
      const row = await findOwn(tx, 'jkt', jkt)
      if (row.step !== 'done' || row.handle_hash !== handleHash) throw new Problem('transaction-expired')
      const account = JSON.parse(await cipher.open(placeOf(tx), row)) as SocialAccount
      return claimAccount({ row, from: 'done', account, releaseKey })
    },

    attach,
  }
}

const randomHandle = () => randomBytes(32).toString('base64url')
const hash = ([label = '', ...fields]: readonly string[]) => hashFields(label, ...fields)
