import { join } from 'node:path'
import type { CaipNetworkId } from '@portico/protocol'
import {
  createAuditTrail,
  createDpopNonces,
  createDpopVerifier,
  createSeenProofs,
  DatabaseError,
  type Log,
  loadKeyRing,
  shareKeys,
} from '@portico/server'
import type { Mailer } from '@portico/server/mail'
import type { Registry } from 'prom-client'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { EmbeddedConfig } from '../../infra/config/Config.ts'
import type { SponsorConfig } from '../../infra/config/SponsorConfig.ts'
import type { Database } from '../../infra/database/openDatabase.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { Projects } from '../projects/service.ts'
import { createAddressStatements } from './addresses/createAddressStatements.ts'
import { createAddressChanges } from './addresses/service.ts'
import { createAllowlist } from './allowlist/service.ts'
import { createVaultKeys } from './assertions/createVaultKeys.ts'
import { createVaultStatements } from './assertions/createVaultStatements.ts'
import { createDeviceStore } from './devices/createDeviceStore.ts'
import { createWalletDevices } from './devices/service.ts'
import { createUseExportNotice } from './exports/createUseExportNotice.ts'
import { createKeyExports } from './exports/service.ts'
import { createHandoffs } from './handoff/service.ts'
import { createHandoffStore } from './handoff/store.ts'
import { createWalletImports } from './imports/service.ts'
import { createImportStore } from './imports/store.ts'
import { createIdentityStore } from './introductions/createIdentityStore.ts'
import { openIntroductions } from './introductions/openIntroductions.ts'
import { refuseSharedMailHost } from './introductions/refuseSharedMailHost.ts'
import { createWalletLogins } from './logins/service.ts'
import { createMoves } from './moves/service.ts'
import { createSponsors } from './networks/createSponsors.ts'
import { createWalletNetworks } from './networks/service.ts'
import { createOperationNonceStore } from './nonces/operationStore.ts'
import { createWalletNonces } from './nonces/service.ts'
import { createNonceLeaseStore } from './nonces/store.ts'
import { createNoticeSender } from './notices/createNoticeSender.ts'
import { createWalletPermissions } from './permissions/service.ts'
import { createPermissionStore } from './permissions/store.ts'
import { createRecoveryCodes } from './recovery/service.ts'
import { createLiveEnvelope } from './secrets/createLiveEnvelope.ts'
import { loadWalletKeys } from './secrets/loadWalletKeys.ts'
import { createAuthorize } from './sessions/createAuthorize.ts'
import { createRequireFreshLogin } from './sessions/createRequireFreshLogin.ts'
import { createRequirePage } from './sessions/createRequirePage.ts'
import { createWalletSessions } from './sessions/service.ts'
import { createWalletSessionStore, type WalletSession } from './sessions/store.ts'
import { createRecoveryRule } from './slots/createRecoveryRule.ts'
import { createSlotSweep } from './slots/createSlotSweep.ts'
import { createWalletSlots } from './slots/service.ts'
import { createAccessTokens } from './tokens/accessTokens.ts'
import { createEmbeddedWallets } from './wallets/service.ts'
import { createEmbeddedWalletStore } from './wallets/store.ts'

/** The gateway's services for embedded wallets. */
export type Embedded = Awaited<ReturnType<typeof createEmbedded>>

/**
 * Creates the services for embedded wallets.
 *
 * @throws {SecretFileError} if a secret file cannot be used.
 * @throws {DatabaseError} if gateway and vault share an encryption key.
 * @throws {ConfigError} in production, if gateway and vault share a mail server without the operator's consent.
 */
export async function createEmbedded({
  config,
  production,
  dataDir,
  publicUrls,
  database,
  projects,
  chains,
  smartAccountNetworks,
  sponsoring,
  registry,
  fetch = globalThis.fetch,
  mailer,
  log,
  now,
}: {
  config: EmbeddedConfig
  production: boolean
  dataDir: string
  publicUrls: readonly string[]
  database: Database
  projects: Projects
  chains: ReadonlyMap<CaipNetworkId, Chain>
  smartAccountNetworks: readonly CaipNetworkId[]
  sponsoring: SponsorConfig | undefined
  /** Takes the metrics of introductions. */
  registry: Registry
  /** Loads the vault's public keys, and sends notices to the vault. */
  fetch?: typeof globalThis.fetch | undefined
  /** Sends mails instead of the configured mail server. */
  mailer?: Mailer | undefined
  log: Log
  now: () => number
}) {
  const files = secretFiles({ config, dataDir })
  const keys = await loadWalletKeys({ file: files.keys, create: files.mayCreate })
  const envelope = await createLiveEnvelope({ file: files.ring, create: files.mayCreate })
  await refuseSharedKeys({ own: files.ring, vault: config.vaultKekFile })
  const audit = createAuditTrail({ database, secret: keys.audit })
  const issuer = publicUrls[0] ?? 'portico-gateway'
  const vaultKeys = createVaultKeys({ vaultUrl: config.vaultUrl, fetch, log, now })
  if (production) await refuseSharedMailHost({ config: config.introductions, vaultKeys })
  const statements = createVaultStatements({ keys: vaultKeys, issuer: config.vaultUrl, now })
  const store = createEmbeddedWalletStore({ database, audit })
  const devices = createWalletDevices({
    store: createDeviceStore({ database, audit }),
    statements,
    deviceAgeMs: config.deviceAgeMs,
    now,
  })
  const wallets = createEmbeddedWallets({ store, envelope, statements, now })
  const identities = createIdentityStore({ database })
  const isIntroductionRequired = config.introductions.isRequired
  const requirePage = createRequirePage({ projects, walletOrigin: config.walletOrigin })
  const requireRecovery = createRecoveryRule({
    devices,
    identities: isIntroductionRequired ? undefined : identities,
    now,
  })
  const requireFreshLogin = createRequireFreshLogin({ walletOrigin: config.walletOrigin, requireRecovery })
  const useExportNotice = createUseExportNotice({ database, statements, now })
  const sessions = createWalletSessions({
    store: createWalletSessionStore({ database, audit }),
    tokens: createAccessTokens({ keys, issuer, now }),
    statements,
    devices,
    requirePage,
    refreshSecret: keys.refresh,
    needsIntroduction: isIntroductionRequired ? identities : undefined,
    now,
  })
  const introductions = openIntroductions({
    config: config.introductions,
    social: config.social,
    isLocal: !production,
    walletOrigin: config.walletOrigin,
    keys,
    keysFile: files.keys,
    database,
    audit,
    envelope,
    statements,
    sessions,
    requirePage,
    issuer,
    registry,
    mailer,
    log,
    now,
  })
  const dpop = createDpopVerifier({
    origins: publicUrls,
    seen: createSeenProofs({ database }),
    nonces: createDpopNonces({ secret: keys.nonce }),
    now,
  })
  const notices = createNoticeSender({
    database,
    keys,
    issuer,
    vaultUrl: config.vaultUrl,
    fetch,
    log,
    now,
  })
  return {
    walletOrigin: config.walletOrigin,
    envelope,
    audit,
    jwks: { keys: [...keys.jwks.keys, ...introductions.publicKeys] },
    dpop,
    authorize: createAuthorize({ sessions, dpop }),
    /** Returns the address of a user's wallet. @throws {Problem} `no-wallet` */
    async addressOf({ userId }: Pick<WalletSession, 'userId'>): Promise<Hex> {
      const wallet = await store.find(userId)
      if (wallet?.status !== 'active') throw new Problem('no-wallet')
      return wallet.address as Hex
    },
    sessions,
    introductions: introductions.service,
    addressChanges: createAddressChanges({
      ...introductions.shared,
      database,
      audit,
      envelope,
      statements,
      signStatement: createAddressStatements({ keys, issuer, now }),
      devices,
      now,
    }),
    logins: createWalletLogins({ database, audit, devices, requireFreshLogin, now }),
    wallets,
    devices,
    slots: createWalletSlots({
      store,
      wallets,
      devices,
      requireRecovery,
      requireFreshLogin,
      envelope,
      sweep: createSlotSweep({ database }),
      now,
    }),
    exports: createKeyExports({
      store,
      wallets,
      devices,
      useExportNotice,
      requireFreshLogin,
      envelope,
      now,
    }),
    imports: createWalletImports({
      store,
      imports: createImportStore({ database, audit }),
      wallets,
      devices,
      statements,
      useExportNotice,
      requireFreshLogin,
      envelope,
      now,
    }),
    recovery: createRecoveryCodes({
      store,
      wallets,
      devices,
      requireFreshLogin,
      useExportNotice,
      envelope,
      now,
    }),
    networks: createWalletNetworks({
      networks: smartAccountNetworks,
      sponsors: createSponsors({ config: sponsoring, chains, projects, log, now }),
      chains,
      log,
      now,
    }),
    nonces: createWalletNonces({
      store: createNonceLeaseStore({ database }),
      operations: createOperationNonceStore({ database }),
      wallets: store,
      chains,
      now,
    }),
    permissions: createWalletPermissions({
      store: createPermissionStore({ database, audit }),
      wallets: store,
      chains,
      now,
    }),
    moves: createMoves({
      database,
      audit,
      envelope,
      statements,
      devices,
      sessions,
      walletOrigin: config.walletOrigin,
      now,
    }),
    handoffs: createHandoffs({ store: createHandoffStore({ database }), now }),
    allowlist: createAllowlist({ keys, projects, now }),
    /** Resolves once no mail is being sent. */
    mailIdle: introductions.idle,
    async close() {
      await notices.close()
      await introductions.close()
    },
  }
}

/**
 * Returns the paths of the secret files. Configured files must exist; otherwise they are created in the data folder.
 */
export function secretFiles({
  config: { kekFile, keysFile },
  dataDir,
}: {
  config: EmbeddedConfig
  dataDir: string
}): { ring: string; keys: string; mayCreate: boolean } {
  return {
    ring: kekFile ?? join(dataDir, 'wallet-kek.json'),
    keys: keysFile ?? join(dataDir, 'wallet-keys.json'),
    mayCreate: kekFile === undefined && keysFile === undefined,
  }
}

/**
 * If the vault's key ring is readable here, checks that the two differ: otherwise the gateway alone could open
 * wallets.
 */
async function refuseSharedKeys({ own, vault }: { own: string; vault: string | undefined }): Promise<void> {
  if (vault === undefined) return
  let vaultRing: Awaited<ReturnType<typeof loadKeyRing>>
  try {
    vaultRing = await loadKeyRing({ file: vault, create: false })
  } catch {
    // The file is not readable here, as it should be.
    return
  }
  if (shareKeys(await loadKeyRing({ file: own, create: false }), vaultRing))
    throw new DatabaseError(
      `The gateway and the vault share an encryption key (${own}, ${vault}): create a new key for one of them with \`keys rotate\`.`,
    )
}
