import { randomUUID } from 'node:crypto'
import { type CaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type { AuthenticateRequest, SessionResponse } from '@portico/protocol/gateway'
import {
  createNonce,
  InvalidMessageError,
  isLoginMessage,
  mixNonce,
  parseMessage,
  type RpcClient,
  verifyMessage,
} from '@portico/siwx'
import type { JWK } from 'jose'
import type { Project } from '../../infra/config/Project.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { checkOrigin } from './checkOrigin.ts'
import type { Keys } from './loadKeys.ts'
import type { AuthStore, SessionRow } from './store.ts'
import { readToken, signToken, tokenKinds } from './tokens.ts'

/** A session with all its accounts. */
export type Session = SessionRow & {
  /** CAIP-10 account IDs; the account that created the session comes first. */
  accounts: readonly string[]
}

/** Signs visitors in: nonce → signed message → session. A refused sign-in throws a `Problem` with status 401. */
export type AuthService = {
  issueNonce(call: { project: Project }): Promise<{ nonce: string; token: string }>
  authenticate(call: SignIn): Promise<{ token: string }>
  /**
   * Adds the account that signed to a session, until the session or the signed message expires. Returns a new token
   * that lists all accounts.
   *
   * @throws {Problem} `too-many-accounts`
   */
  link(call: SignIn & { session: Session }): Promise<{ token: string }>
  /**
   * Returns the session of a token.
   *
   * @throws {Problem} `session-missing`, `session-invalid`, `session-revoked` or `session-expired`
   */
  readSession(call: { project: Project; token: string | undefined }): Promise<Session>
  /** Lists the active sessions that share an account with this session. */
  listSessions(session: Session): Promise<Session[]>
  /** Revokes a session that shares an account with `by`. Resolves to false if there is no such active session. */
  revoke(call: { by: Session; id: string }): Promise<boolean>
  jwks(): { keys: JWK[] }
}

type SignIn = {
  project: Project
  origin: string | undefined
  nonceToken: string | undefined
  message: string
  signature: string
  /** Present if the embedded wallet wrote and signed the message as part of a login. */
  login?: AuthenticateRequest['login']
}

/** Accounts that can be linked to one session, besides its first one. */
const maxLinked = 20
const nonceLifetimeMs = 10 * 60_000
const sessionLifetimeMs = 7 * 24 * 3_600_000

/** Creates the sign-in service. */
export function createAuthService({
  store,
  keys,
  clients,
  chains,
  now = Date.now,
}: {
  store: AuthStore
  keys: Keys
  /** RPC client of each chain, used to verify signatures of smart accounts (ERC-1271). */
  clients: ReadonlyMap<CaipNetworkId, RpcClient>
  /** The chains whose accounts may sign in. */
  chains: readonly CaipNetworkId[]
  now?: () => number
}): AuthService {
  async function consumeNonce(project: Project, nonceToken: string | undefined): Promise<string> {
    if (nonceToken === undefined) throw new Problem('nonce-token-missing')
    // Accept only nonces that this gateway issued to this project, so that no message signed elsewhere can be used.
    const claims = await readToken({
      kind: tokenKinds.nonce,
      keys,
      token: nonceToken,
      audience: project.id,
      now: now(),
    })
    const nonce = typeof claims.nonce === 'string' ? claims.nonce : ''
    // Consume the nonce before checking anything else, and in one SQL statement: a captured message works at most once,
    // even if it is sent twice at the same time, and nobody can try several signatures with one nonce.
    const consumed = await store.consumeNonce({ nonce, projectId: project.id, now: now() })
    if (!consumed) throw new Problem('nonce-used')
    return nonce
  }

  /** Verifies a signed message and returns its account. Consumes the nonce even if verification fails. */
  async function verify({ project, origin, nonceToken, message, signature, login }: SignIn) {
    const issued = await consumeNonce(project, nonceToken)
    const nonce = login ? await mixNonce({ nonce: issued, random: login.random }) : issued
    const fields = parse(message)
    if (fields.nonce !== nonce) throw new Problem('nonce-mismatch')
    // Any other message says itself how long the session may last.
    if (login && !isLoginMessage(fields))
      throw new Problem('malformed-message', { detail: 'The message is not the one of a login.' })
    checkOrigin({ fields, project, origin })

    // `verifyMessage` checks the chain, the times and the address first, and the signature last, because verifying the
    // signature of a smart account needs an RPC request.
    const client = clients.get(fields.chainId)
    const at = now()
    const result = await verifyMessage({
      message,
      signature,
      nonce,
      chains: [...chains],
      now: new Date(at),
      client,
    })
    if (!result.ok) throw new Problem(result.code, { detail: result.reason })
    return { account: result.account, fields, at, endsAt: timeOf(login?.expiresAt ?? fields.expirationTime) }
  }

  async function withAccounts(sessions: readonly SessionRow[]): Promise<Session[]> {
    const linked = await store.linkedAccounts({ sessionIds: sessions.map(({ id }) => id), now: now() })
    return sessions.map((session) => {
      const ownAccounts = linked.flatMap(({ sessionId, account }) =>
        sessionId === session.id ? account : [],
      )
      return { ...session, accounts: [...new Set([session.account, ...ownAccounts])] }
    })
  }

  async function issueToken({ accounts, ...session }: Session): Promise<{ token: string }> {
    const { account, id, domain, uri, projectId, expiresAt } = session
    const token = await signToken({
      kind: tokenKinds.session,
      keys,
      claims: { sub: account, jti: id, domain, uri, ...(accounts.length > 1 ? { accounts } : {}) },
      audience: projectId,
      issuedAt: accounts.length > 1 ? now() : session.issuedAt,
      expiresAt,
    })
    return { token }
  }

  return {
    async issueNonce({ project }) {
      const issuedAt = now()
      const expiresAt = issuedAt + nonceLifetimeMs
      const nonce = createNonce()
      await store.addNonce({ nonce, projectId: project.id, expiresAt, now: issuedAt })
      const claims = { nonce }
      const token = await signToken({
        kind: tokenKinds.nonce,
        keys,
        claims,
        audience: project.id,
        issuedAt,
        expiresAt,
      })
      return { nonce, token }
    },

    async authenticate(call) {
      const { project } = call
      const { account, fields, at, endsAt } = await verify(call)
      const session: SessionRow = {
        id: randomUUID(),
        projectId: project.id,
        account,
        domain: fields.domain,
        uri: fields.uri,
        issuedAt: at,
        // Never longer than the expiration time in the signed message, except for the short-lived message of a login.
        expiresAt: Math.min(at + sessionLifetimeMs, endsAt),
        revokedAt: null,
      }
      // Store the session before returning its token, so that no token exists without a session.
      await store.addSession(session)
      return issueToken({ ...session, accounts: [account] })
    },

    async link(call) {
      const { session } = call
      const { account, at, endsAt } = await verify(call)
      const linked = await store.linkAccount({
        sessionId: session.id,
        account,
        linkedAt: at,
        expiresAt: Math.min(session.expiresAt, endsAt),
        max: maxLinked,
      })
      if (!linked) throw new Problem('too-many-accounts')
      const [updated = session] = await withAccounts([session])
      return issueToken(updated)
    },

    async readSession({ project, token }) {
      if (token === undefined) throw new Problem('session-missing')
      const { jti } = await readToken({
        kind: tokenKinds.session,
        keys,
        token,
        audience: project.id,
        now: now(),
      })
      // A valid token is not enough: its session may have been revoked since.
      const row = jti === undefined ? undefined : await store.getSession(jti)
      if (!row || row.projectId !== project.id) throw new Problem('session-invalid')
      if (row.revokedAt !== null) throw new Problem('session-revoked')
      if (row.expiresAt <= now()) throw new Problem('session-expired')
      const [session] = await withAccounts([row])
      return session as Session
    },

    listSessions: async ({ projectId, accounts }) =>
      withAccounts(await store.listSessions({ projectId, accounts, now: now() })),

    revoke: ({ by: { projectId, accounts }, id }) =>
      store.revokeSession({ id, projectId, accounts, now: now() }),

    jwks: () => ({ keys: [...keys.verifying.values()].map(({ jwk }) => jwk) }),
  }
}

/** Converts a session to the response that clients receive. */
export function toSessionResponse(session: Session): SessionResponse {
  const { namespace, reference, address } = parseCaipAddress(session.account)
  return {
    id: session.id,
    address,
    chainId: `${namespace}:${reference}`,
    caipAddress: session.account,
    accounts: [...session.accounts],
    domain: session.domain,
    issuedAt: new Date(session.issuedAt).toISOString(),
    expiresAt: new Date(session.expiresAt).toISOString(),
  }
}

function parse(message: string) {
  try {
    return parseMessage(message)
  } catch (error) {
    if (error instanceof InvalidMessageError)
      throw new Problem('malformed-message', { detail: error.shortMessage })
    throw error
  }
}

/** Returns a time in milliseconds since the epoch; infinity if there is none. */
function timeOf(time: string | undefined): number {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(milliseconds) ? Number.POSITIVE_INFINITY : milliseconds
}
