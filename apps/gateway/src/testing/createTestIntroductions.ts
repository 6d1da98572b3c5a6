import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { IntroductionCodeResponse, IntroductionResponse } from '@portico/protocol/gateway'
import { createAuditTrail, hashAddress } from '@portico/server'
import { createFarcasterVerifier } from '@portico/server/farcaster'
import { normalizeEmail } from '@portico/server/mail'
import { createAccountReader } from '@portico/server/social'
import { tempFolder } from '@portico/server/testing'
import { CompactEncrypt, importJWK } from 'jose'
import { localProject } from '../app/config/localProject.ts'
import type { SocialConfig } from '../infra/config/SocialConfig.ts'
import type { Database } from '../infra/database/openDatabase.ts'
import { createAddressStatements } from '../modules/embedded/addresses/createAddressStatements.ts'
import { createAddressChanges } from '../modules/embedded/addresses/service.ts'
import { createVaultKeys } from '../modules/embedded/assertions/createVaultKeys.ts'
import { createVaultStatements } from '../modules/embedded/assertions/createVaultStatements.ts'
import { createDeviceStore } from '../modules/embedded/devices/createDeviceStore.ts'
import { createWalletDevices } from '../modules/embedded/devices/service.ts'
import type { CodeMail } from '../modules/embedded/introductions/composeCodeMail.ts'
import { createIdentityIndexes } from '../modules/embedded/introductions/createIdentityIndexes.ts'
import { createIdTokens } from '../modules/embedded/introductions/createIdTokens.ts'
import { createIntroducedStatements } from '../modules/embedded/introductions/createIntroducedStatements.ts'
import type {
  CodeOutcome,
  ProofOutcome,
} from '../modules/embedded/introductions/createIntroductionMetrics.ts'
import { createSealedReader } from '../modules/embedded/introductions/createSealedReader.ts'
import { createIntroductions } from '../modules/embedded/introductions/service.ts'
import { createLiveEnvelope } from '../modules/embedded/secrets/createLiveEnvelope.ts'
import { type IntroductionKeys, loadWalletKeys } from '../modules/embedded/secrets/loadWalletKeys.ts'
import { createRequirePage } from '../modules/embedded/sessions/createRequirePage.ts'
import { createWalletSessions } from '../modules/embedded/sessions/service.ts'
import { createWalletSessionStore } from '../modules/embedded/sessions/store.ts'
import { createAccessTokens } from '../modules/embedded/tokens/accessTokens.ts'
import { createProjects } from '../modules/projects/service.ts'
import { createFakeVault, newUserId } from './createFakeVault.ts'

const vaultUrl = 'http://localhost:4403'
const walletOrigin = 'http://wallet.localhost:4402'
const silent = { warn: () => undefined } as never
const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** The page on which the people of these tests log in. */
export const page = { origin: 'http://localhost:4400', projectId: 'local' }

/** Encrypts a value as the wallet's frame does. */
export async function sealForGateway([key]: IntroductionKeys['published'], value: unknown): Promise<string> {
  if (!key) throw new Error('the gateway publishes no key to encrypt to')
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}

/**
 * Creates the service of introductions on one or more connections to a database, with a fake vault, which signs whatever it
 * is asked to, and a clock that the test controls.
 */
export async function createTestIntroductions({
  databases,
  social: { farcasterRpcUrls: rpcUrls, ...social } = {
    issuers: undefined,
    clientIds: new Map(),
    clients: {},
    farcasterRpcUrls: undefined,
  },
  perDay = 5,
}: {
  databases: readonly Database[]
  /** The providers of social logins; none by default. */
  social?: SocialConfig
  perDay?: number
}) {
  let clock = 1_800_000_000_000
  const now = () => clock
  const folder = tempFolder()
  const keys = await loadWalletKeys({ file: join(folder, 'keys.json'), create: true })
  const secrets = keys.introductions as IntroductionKeys
  const envelope = await createLiveEnvelope({ file: join(folder, 'kek.json'), create: true })
  const vault = await createFakeVault()
  const projects = createProjects({ config: { projects: new Map([['local', localProject]]), open: false } })
  const requirePage = createRequirePage({ projects, walletOrigin })
  const statements = createVaultStatements({
    keys: createVaultKeys({ vaultUrl, fetch: vault.fetch, log: silent, now }),
    issuer: vaultUrl,
    now,
  })
  const mails: CodeMail[] = []
  const outcomes: CodeOutcome[] = []
  const proofs: ProofOutcome[] = []

  /** Returns the service as another process on the same database would have it. */
  function process(database: Database, peppers = secrets.identityPeppers) {
    const audit = createAuditTrail({ database, secret: keys.audit })
    const devices = createWalletDevices({
      store: createDeviceStore({ database, audit }),
      statements,
      deviceAgeMs: 72 * 60 * 60_000,
      now,
    })
    const sessions = createWalletSessions({
      store: createWalletSessionStore({ database, audit }),
      tokens: createAccessTokens({ keys, issuer: 'http://localhost:4401', now }),
      statements,
      devices,
      requirePage,
      refreshSecret: keys.refresh,
      now,
    })
    const issuer = 'http://localhost:4401'
    const shared = {
      database,
      audit,
      envelope,
      readSealed: createSealedReader(secrets),
      codeSecret: secrets.codes,
      indexesOf: createIdentityIndexes({ peppers }),
      statements,
      mailQueue: {
        add: async (_: unknown, content: CodeMail) => void mails.push(content),
        kick: () => undefined,
      },
      metrics: {
        onCode: (outcome: CodeOutcome) => void outcomes.push(outcome),
        onProof: (outcome: ProofOutcome) => void proofs.push(outcome),
        onMail: () => undefined,
      },
      perDay,
      now,
    }
    const introductions = createIntroductions({
      ...shared,
      idTokens: createIdTokens({ config: social, now }),
      social,
      farcaster: rpcUrls && createFarcasterVerifier({ rpcUrls, now }),
      walletOrigin,
      accounts: createAccountReader({
        ...social,
        redirectUri: (provider) => `${walletOrigin}/social/${provider}/second`,
        now,
      }),
      log: silent,
      signIntroduced: createIntroducedStatements({ keys, issuer, now }),
      sessions,
      requirePage,
    })
    const changes = createAddressChanges({
      ...shared,
      signStatement: createAddressStatements({ keys, issuer, now }),
      devices,
    })
    return { introductions, changes, sessions, devices, audit }
  }
  const processes = databases.map((database) => process(database))
  const [first] = processes as [ReturnType<typeof process>]
  const seal = (value: unknown) => sealForGateway(secrets.published, value)

  /** Creates a browser of its own key. `userId` is the user that the vault names. */
  async function visitor({
    email,
    userId = newUserId(),
    jkt = random(),
    at = first,
  }: {
    email: string
    userId?: string
    jkt?: string
    at?: ReturnType<typeof process>
  }) {
    const { introductions } = at
    const tx = `tx_${random(16)}`
    const self = {
      email,
      userId,
      jkt,
      tx,
      /** The introduction that `start` started. */
      id: '',
      async start(more: Record<string, unknown> = {}): Promise<IntroductionResponse> {
        const sealed = await seal({ email, jkt, tx, ...page, ...more })
        const answer = await introductions.start({ request: { way: 'email', sealed }, jkt })
        self.id = answer.id
        return answer
      },
      /** Has the vault name the user, with claims of the vault's choice, and the gateway mail the code. */
      async mail(claims: Record<string, unknown> = {}) {
        const address = hashAddress({ tx, email: normalizeEmail(email) as string })
        const assertion = await vault.assert({
          userId,
          jkt,
          now: now(),
          claims: { tx, address, ...page, ...claims },
        })
        return introductions.mail({ id: self.id, assertion, jkt })
      },
      /** The newest code in this mailbox. */
      code: (): string => mails.findLast(({ to }) => to === normalizeEmail(email))?.code ?? '',
      async enter(
        code: string = self.code(),
        more: Record<string, unknown> = {},
      ): Promise<IntroductionCodeResponse> {
        const sealed = await seal({ code, jkt, id: self.id, ...more })
        return introductions.enterCode({ id: self.id, sealed, jkt })
      },
      resend: () => introductions.resend({ id: self.id, jkt }),
      /** Logs in, with whatever the gateway asks for. */
      async logIn(): Promise<IntroductionCodeResponse> {
        const { known } = await self.start()
        if (!known) await self.mail()
        return self.enter()
      },
    }
    return self
  }

  return {
    vault,
    keys,
    secrets,
    mails,
    outcomes,
    proofs,
    processes,
    process,
    visitor,
    seal,
    now,
    wait: (ms: number) => {
      clock += ms
    },
  }
}

/** Returns the code of the problem with which a call is refused; `accepted` if it is not. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: { code?: string }) => {
      if (error.code === undefined) throw error
      return error.code
    },
  )
