import { randomUUID } from 'node:crypto'
import { type CaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type { SessionResponse } from '@portico/protocol/gateway'
import { createNonce, InvalidMessageError, parseMessage, type RpcClient, verifyMessage } from '@portico/siwx'
import type { JWK } from 'jose'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Project } from '../projects/service.ts'
import { checkOrigin } from './checkOrigin.ts'
import type { Keys } from './loadKeys.ts'
import type { AuthStore, SessionRow } from './store.ts'
import { readToken, signToken, tokenKinds } from './tokens.ts'

/** Signs visitors in: nonce → signed message → session. Everything it refuses is an `HttpProblem` with status 401. */
/** A living session with everything it is for. */
export type Session = SessionRow & {
  /** CAIP-10; the one it began with first. */
  accounts: readonly string[]
}

export type AuthService = {
  issueNonce(call: { project: Project }): Promise<{ nonce: string; token: string }>
  authenticate(call: SignIn): Promise<{ token: string }>
  /**
   * Adds the account that signed to a session, for as long as both last. The new token names it too.
   *
   * @throws {HttpProblem} `too-many-accounts`
   */
  link(call: SignIn & { session: Session }): Promise<{ token: string }>
  /** The living session of a token. */
  readSession(call: { project: Project; token: string | undefined }): Promise<Session>
  /** The sessions that are for one of this one's accounts. */
  listSessions(session: Session): Promise<Session[]>
  /** Ends a session of one of the accounts. False if there is none. */
  revoke(call: { by: Session; id: string }): Promise<boolean>
  jwks(): { keys: JWK[] }
}

type SignIn = {
  project: Project
  origin: string | undefined
  nonceToken: string | undefined
  message: string
  signature: string
}

/** Linked to one session. */
const maxLinked = 20
const nonceLife = 10 * 60_000
const sessionLife = 7 * 24 * 3_600_000

/** Sign-in over a store, the gateway's keys and the chains' nodes. */
export function createAuthService({
  store,
  keys,
  clients,
  chains,
  now = Date.now,
}: {
  store: AuthStore
  keys: Keys
  /** What asks each chain about smart accounts. */
  clients: ReadonlyMap<CaipNetworkId, RpcClient>
  /** The chains whose accounts may sign in. */
  chains: readonly CaipNetworkId[]
  now?: () => number
}): AuthService {
  async function consumeNonce(project: Project, nonceToken: string | undefined): Promise<string> {
    if (nonceToken === undefined) throw new HttpProblem('nonce-token-missing')
    // Only nonces given out here, and to this project: nobody can bring one that was signed long ago or elsewhere.
    const claims = await readToken({
      kind: tokenKinds.nonce,
      keys,
      token: nonceToken,
      audience: project.id,
      now: now(),
    })
    const nonce = typeof claims.nonce === 'string' ? claims.nonce : ''
    // Before anything else is looked at, and in one statement: a captured message works at most once, also when it is
    // sent twice at the same moment, and nobody can try many signatures on one nonce.
    const consumed = await store.consumeNonce({ nonce, projectId: project.id, now: now() })
    if (!consumed) throw new HttpProblem('nonce-used')
    return nonce
  }

  /** Whose account signed a message for this project just now. Uses up the nonce, whatever comes of it. */
  async function verify({ project, origin, nonceToken, message, signature }: SignIn) {
    const nonce = await consumeNonce(project, nonceToken)
    const fields = parse(message)
    if (fields.nonce !== nonce) throw new HttpProblem('nonce-mismatch')
    checkOrigin({ fields, project, origin })

    // In this order: chain (a message for a chain that is not served proves nothing here), times (old messages, messages
    // prepared for later), the address in the message, and last the signature, as it may cost a call to a node.
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
    if (!result.ok) throw new HttpProblem(result.code, { detail: result.reason })
    return { account: result.account, fields, at }
  }

  async function withAccounts(sessions: readonly SessionRow[]): Promise<Session[]> {
    const linked = await store.linkedAccounts({ sessionIds: sessions.map(({ id }) => id), now: now() })
    return sessions.map((session) => {
      const own = linked.flatMap(({ sessionId, account }) => (sessionId === session.id ? account : []))
      return { ...session, accounts: [...new Set([session.account, ...own])] }
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
      const expiresAt = issuedAt + nonceLife
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
      const { account, fields, at } = await verify(call)
      const session: SessionRow = {
        id: randomUUID(),
        projectId: project.id,
        account,
        domain: fields.domain,
        uri: fields.uri,
        issuedAt: at,
        // Never longer than the visitor has signed for.
        expiresAt: Math.min(at + sessionLife, signedEnd(fields)),
        revokedAt: null,
      }
      // On the disk before the token leaves: who holds a token has a session.
      await store.addSession(session)
      return issueToken({ ...session, accounts: [account] })
    },

    async link(call) {
      const { session } = call
      const { account, fields, at } = await verify(call)
      const linked = await store.linkAccount({
        sessionId: session.id,
        account,
        linkedAt: at,
        expiresAt: Math.min(session.expiresAt, signedEnd(fields)),
        most: maxLinked,
      })
      if (!linked) throw new HttpProblem('too-many-accounts')
      const [whole = session] = await withAccounts([session])
      return issueToken(whole)
    },

    async readSession({ project, token }) {
      if (token === undefined) throw new HttpProblem('session-missing')
      const { jti } = await readToken({
        kind: tokenKinds.session,
        keys,
        token,
        audience: project.id,
        now: now(),
      })
      // The token alone does not do: a visitor who signed out must be out, on every device.
      const session = jti === undefined ? undefined : await store.getSession(jti)
      if (!session || session.projectId !== project.id) throw new HttpProblem('session-invalid')
      if (session.revokedAt !== null) throw new HttpProblem('session-revoked')
      if (session.expiresAt <= now()) throw new HttpProblem('session-expired')
      const [whole] = await withAccounts([session])
      return whole as Session
    },

    listSessions: async ({ projectId, accounts }) =>
      withAccounts(await store.listSessions({ projectId, accounts, now: now() })),

    revoke: ({ by: { projectId, accounts }, id }) =>
      store.revokeSession({ id, projectId, accounts, now: now() }),

    jwks: () => ({ keys: [...keys.verifying.values()].map(({ jwk }) => jwk) }),
  }
}

/** A session as clients see it. */
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
      throw new HttpProblem('malformed-message', { detail: error.shortMessage })
    throw error
  }
}

/** The end the visitor has signed for, in milliseconds. */
function signedEnd({ expirationTime }: { expirationTime?: string | undefined }): number {
  const end = expirationTime === undefined ? Number.NaN : Date.parse(expirationTime)
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end
}
