import { BaseError } from '@portico/protocol'
import type { Hex } from 'viem'
import type { SealingKey } from '../signer/createKeyOperations.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import { openSigner } from '../signer/openSigner.ts'
import type { Signer } from '../signer/Signer.ts'
import { type Access, createAccess } from './createAccess.ts'
import type { DpopProver } from './createDpopProver.ts'
import { createGatewayClient, type SessionTokens } from './createGatewayClient.ts'
import type { Serial } from './createSerial.ts'
import type { ServerClient } from './createServerClient.ts'
import { createVaultClient } from './createVaultClient.ts'
import { enterWallet } from './enterWallet.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError, ServerUnreachableError, SessionEndedError } from './ServerError.ts'
import { makeReleaseKeys, sealCode } from './sealCode.ts'
import {
  forgetSession,
  readStoredDevice,
  readStoredSession,
  type StoredSession,
  sessionKey,
} from './storedSession.ts'

/** Where a login stands: what the vault has sent, and when the next may be asked for (milliseconds since 1970). */
export type LoginStep = {
  action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
  email: string
  matchCode?: string | undefined
  resendAt: number
}

/** Which code is asked for: that of a login, or one of the two of a change of address. */
export type CodePurpose = 'login' | 'primary' | 'secondary'

export type CreateAccountParameters = {
  dpop: DpopProver
  gatewayServer: ServerClient
  vaultServer: ServerClient
  storage: PartitionStorage
  serial: Serial
  startWorker: StartKeyWorker
  /** The vault's key, pinned in the page. */
  sealTo: SealingKey
  origin: string
  projectId: string
  now?: (() => number) | undefined
  pause?: ((milliseconds: number) => Promise<void>) | undefined
  /** Tells the other tabs of this partition. */
  announceSignOut?: (() => void) | undefined
  /** Called when the session ended without this page asking for it. */
  onEnded?: (() => void) | undefined
  /** For tests: called after each awaited step, by its name. */
  reach?: ((step: string) => Promise<void>) | undefined
}

/** Nobody has asked for a code, or the attempt is over. */
export class NoLoginError extends BaseError {
  override name = 'NoLoginError'
  static override code = 'transaction-expired'
  constructor() {
    super('No login is under way: start again.')
  }
}

/** What a code has brought that was right, until the visitor is in. */
type AcceptedCode = {
  code: string
  assertion: string
  grant: string
  userId: string
  releaseKey: CryptoKey
  tokens?: SessionTokens
}

/** The host's time for SIGN_OUT is three seconds; the gateway gets a little less. */
const signOutTimeout = 2500

/** Who is logged in on this device: logging in, coming back, signing, changing the address, logging out. */
export function createAccount(parameters: CreateAccountParameters) {
  const { dpop, storage, serial, startWorker, sealTo, origin, projectId, onEnded } = parameters
  const { now = Date.now, announceSignOut, reach = async () => {} } = parameters
  const { pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) } = parameters
  const gateway = createGatewayClient(parameters.gatewayServer)
  const vault = createVaultClient(parameters.vaultServer)
  const access: Access = createAccess({ gateway, storage, serial, now, reach })
  let session: StoredSession | undefined
  let login: (LoginStep & { tx: string; resendAfter: number }) | undefined
  let accepted: AcceptedCode | undefined
  let update: { tx: string; email: string } | undefined

  /** Runs what needs the session, and notices when it is over. */
  async function within<value>(work: () => Promise<value>): Promise<value> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof SessionEndedError) await end()
      throw error
    }
  }

  async function end(): Promise<void> {
    const wasLoggedIn = session !== undefined
    session = undefined
    access.drop()
    await forgetSession(storage)
    if (wasLoggedIn) onEnded?.()
  }

  async function keep(changed: StoredSession): Promise<void> {
    await storage.write(sessionKey, changed)
    session = changed
  }

  async function seal(tx: string, code: string) {
    const keys = await makeReleaseKeys()
    const sealed = await sealCode(sealTo, { code, tx, jkt: dpop.jkt, releaseKey: keys.publicKey })
    return { sealed, releaseKey: keys.privateKey }
  }

  return {
    /** Who is logged in, as far as this page knows. */
    current: () => session,
    jkt: dpop.jkt,
    /** A token for the gateway's wallet routes. */
    token: () => within(() => access.token()),

    /** After a reload: who was logged in. Ends a session that the gateway does not know any more. */
    async resume(): Promise<StoredSession | undefined> {
      if (session) return session
      const stored = await readStoredSession(storage)
      if (!stored || !(await readStoredDevice(storage))) return undefined
      session = stored
      try {
        await access.token()
      } catch (error) {
        // That nobody answers says nothing about the session.
        if (error instanceof SessionEndedError) await end()
      }
      return session
    },

    async startLogin(email: string): Promise<LoginStep> {
      const { tx, action, matchCode, resendAfter } = await vault.start({ email, origin, projectId })
      accepted = undefined
      login = { tx, action, email, matchCode, resendAfter, resendAt: now() + resendAfter * 1000 }
      return login
    },

    login: (): LoginStep | undefined => login,

    /** Waits some seconds for the link to be approved; the code is mailed with the approval. */
    async waitForDevice(): Promise<'pending' | 'approved'> {
      const current = login
      if (!current) throw new NoLoginError()
      if (current.action === 'VERIFY_OTP') return 'approved'
      const { status } = await vault.device(current.tx).catch((error: unknown) => {
        // Nothing comes of it any more, and no other mail may be asked for.
        if (error instanceof ServerError && error.code === 'device-refused' && login === current)
          login = undefined
        throw error
      })
      // The code was mailed just now: the wait for another one begins.
      if (status === 'approved' && login === current)
        login = { ...current, action: 'VERIFY_OTP', resendAt: now() + current.resendAfter * 1000 }
      return status
    },

    async resendCode(): Promise<LoginStep> {
      if (!login) throw new NoLoginError()
      const { resendAfter } = await vault.resend(login.tx)
      login = { ...login, resendAt: now() + resendAfter * 1000 }
      return login
    },

    cancelLogin() {
      login = undefined
      accepted = undefined
    },

    /** The code is right: session, wallet, address. The typed code was the visitor's consent for this origin. */
    async enterCode(code: string): Promise<StoredSession> {
      const current = login
      if (!current) throw new NoLoginError()
      try {
        if (accepted?.code !== code) {
          const { sealed, releaseKey } = await seal(current.tx, code)
          accepted = { ...(await vault.verify(sealed)), code, releaseKey }
          await reach('login: verified')
        }
        const { assertion, grant, userId, releaseKey } = accepted
        accepted.tokens ??= await gateway.createSession(assertion)
        const { tokens } = accepted
        await reach('login: session')
        const address = await serial('enter', () =>
          enterWallet(
            { gateway, vault, storage, startWorker, sealTo, jkt: dpop.jkt, pause, reach },
            { accessToken: tokens.accessToken, userId, grant, releaseKey },
          ),
        )
        await reach('login: entered')
        await access.take(tokens)
        await keep({ userId, email: current.email, address, origins: [origin] })
      } catch (error) {
        // The code has had its one use, what it brought has not: typed again, it goes on from there.
        if (accepted && !(error instanceof ServerUnreachableError)) {
          login = undefined
          accepted = undefined
        }
        throw error
      }
      login = undefined
      accepted = undefined
      await reach('login: kept')
      return session as StoredSession
    },

    isConnected: () => session?.origins.includes(origin) ?? false,

    /** The visitor has agreed that this origin sees the account. */
    async connectOrigin(): Promise<void> {
      if (session && !session.origins.includes(origin))
        await keep({ ...session, origins: [...session.origins, origin] })
    },

    /** Opens the wallet for one approval. */
    openSigner: (): Promise<Signer> =>
      within(async () => {
        const device = await readStoredDevice(storage)
        if (!session || !device) throw new SessionEndedError()
        const { userId, address } = session
        const token = await access.token()
        const [kept, share] = await Promise.all([
          gateway.readWallet(token, userId),
          gateway.readShare(token, device.walletId, device.slotId),
        ]).catch((cause: unknown) => {
          // This device was revoked: its share is gone, and with it the way to sign.
          const status = cause instanceof ServerError ? cause.problem.status : undefined
          throw status === 401 || status === 403 || status === 404 ? new SessionEndedError({ cause }) : cause
        })
        const slot = kept?.slots.find(({ slotId }) => slotId === device.slotId)
        if (!kept || !slot) throw new SessionEndedError()
        return openSigner({
          start: startWorker,
          wallet: kept.record,
          device: { slot, share, secret: device.secret },
          expected: address as Hex,
        })
      }),

    async startUpdate(email: string): Promise<void> {
      if (!session) throw new SessionEndedError()
      const { tx } = await vault.startUpdate({ userId: session.userId, email })
      update = { tx, email }
    },

    updating: () => update?.email,

    async enterPrimaryCode(code: string): Promise<void> {
      if (!update) throw new NoLoginError()
      const { sealed } = await seal(update.tx, code)
      const { tx } = await vault.verifyPrimary(sealed)
      update = { ...update, tx }
    },

    async enterSecondaryCode(code: string): Promise<string> {
      if (!update || !session) throw new NoLoginError()
      const { sealed } = await seal(update.tx, code)
      const { email } = await vault.verifySecondary(sealed)
      update = undefined
      await keep({ ...session, email })
      return email
    },

    /** Ends the session here, at the gateway as far as it is reached, and in the other tabs. */
    async signOut(): Promise<void> {
      const stored = session ?? (await readStoredSession(storage))
      session = undefined
      login = undefined
      accepted = undefined
      update = undefined
      if (stored) {
        try {
          await gateway.signOut(await access.token(), signOutTimeout)
        } catch {
          // Away or over already: what is here goes in any case, and without its refresh token the session runs out.
        }
      }
      access.drop()
      await forgetSession(storage)
      announceSignOut?.()
    },

    /** Another tab has signed out. */
    signedOutElsewhere: end,
  }
}

export type Account = ReturnType<typeof createAccount>
