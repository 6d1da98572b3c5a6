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
import type { Chain } from '../../chain/Chain.ts'
import type { EmbeddedConfig } from '../../config/Config.ts'
import type { Database } from '../../database/openDatabase.ts'
import type { Projects } from '../projects/service.ts'
import { createAllowlist } from './allowlist/service.ts'
import { createVaultKeys } from './assertions/createVaultKeys.ts'
import { createVaultStatements } from './assertions/createVaultStatements.ts'
import { createWindowMailbox } from './mailbox/service.ts'
import { createWindowMailboxStore } from './mailbox/store.ts'
import { createWalletNonces } from './nonces/service.ts'
import { createNonceLeaseStore } from './nonces/store.ts'
import { createLiveEnvelope } from './secrets/createLiveEnvelope.ts'
import { loadWalletKeys } from './secrets/loadWalletKeys.ts'
import { createWalletSessions } from './sessions/service.ts'
import { createWalletSessionStore } from './sessions/store.ts'
import { createWalletSlots } from './slots/service.ts'
import { createAccessTokens } from './tokens/accessTokens.ts'
import { createEmbeddedWallets } from './wallets/service.ts'
import { createEmbeddedWalletStore } from './wallets/store.ts'

/** The gateway's side of the embedded wallet. */
export type Embedded = Awaited<ReturnType<typeof createEmbedded>>

/**
 * Makes the services of the embedded wallet from its secrets.
 *
 * @throws {SecretFileError} if the secrets cannot be used, {DatabaseError} if this server and the vault share a key.
 */
export async function createEmbedded({
  config,
  dataDir,
  publicUrls,
  database,
  projects,
  chains,
  fetch = globalThis.fetch,
  log,
  now,
}: {
  config: EmbeddedConfig
  dataDir: string
  publicUrls: readonly string[]
  database: Database
  projects: Projects
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** Asks the vault for its keys. */
  fetch?: typeof globalThis.fetch | undefined
  log: Log
  now: () => number
}) {
  const files = secretFiles({ config, dataDir })
  const keys = await loadWalletKeys({ file: files.keys, create: files.mayCreate })
  const envelope = await createLiveEnvelope({ file: files.ring, create: files.mayCreate })
  await refuseSharedKeys({ own: files.ring, vault: config.vaultKekFile })
  const audit = createAuditTrail({ database, secret: keys.audit })
  const issuer = publicUrls[0] ?? 'portico-gateway'
  const statements = createVaultStatements({
    keys: createVaultKeys({ vaultUrl: config.vaultUrl, fetch, log, now }),
    issuer: config.vaultUrl,
    now,
  })
  const store = createEmbeddedWalletStore({ database, audit })
  const wallets = createEmbeddedWallets({ store, envelope, statements, now })
  return {
    walletOrigin: config.walletOrigin,
    envelope,
    audit,
    jwks: keys.jwks,
    dpop: createDpopVerifier({
      origins: publicUrls,
      seen: createSeenProofs({ database }),
      nonces: createDpopNonces({ secret: keys.nonce }),
      now,
    }),
    sessions: createWalletSessions({
      store: createWalletSessionStore({ database, audit }),
      tokens: createAccessTokens({ keys, issuer, now }),
      statements,
      projects,
      refreshSecret: keys.refresh,
      now,
    }),
    wallets,
    slots: createWalletSlots({ store, wallets, envelope, now }),
    nonces: createWalletNonces({
      store: createNonceLeaseStore({ database }),
      wallets: store,
      chains,
      now,
    }),
    mailbox: createWindowMailbox({ store: createWindowMailboxStore({ database }), now }),
    allowlist: createAllowlist({ keys, projects, now }),
  }
}

/** Where the secrets are. Those that were named must be there; on a developer's machine they are made. */
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

/** Where the vault's ring can be seen from here, it must be another one: else this server alone could open wallets. */
async function refuseSharedKeys({ own, vault }: { own: string; vault: string | undefined }): Promise<void> {
  if (vault === undefined) return
  let theirs: Awaited<ReturnType<typeof loadKeyRing>>
  try {
    theirs = await loadKeyRing({ file: vault, create: false })
  } catch {
    // Not to be seen, which is how it should be.
    return
  }
  if (shareKeys(await loadKeyRing({ file: own, create: false }), theirs))
    throw new DatabaseError(
      `The gateway and the vault have a key in common (${own}, ${vault}): make a new one for one of them with \`keys rotate\`.`,
    )
}
