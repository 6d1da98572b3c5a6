import { BaseError } from '@portico/protocol'
import { addKey, changeKey, createAuditTrail, loadKeyRing, removeKey, UsageError } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import { type Database, openDatabase } from '../../infra/database/openDatabase.ts'
import { rotateAddressChanges } from '../../modules/embedded/addresses/rotateAddressChanges.ts'
import { secretFiles } from '../../modules/embedded/createEmbedded.ts'
import { countSealedLogins } from '../../modules/embedded/introductions/countSealedLogins.ts'
import { countShares, rotateSlots } from '../../modules/embedded/rotation/rotateSlots.ts'
import { createLiveEnvelope } from '../../modules/embedded/secrets/createLiveEnvelope.ts'
import { loadWalletKeys } from '../../modules/embedded/secrets/loadWalletKeys.ts'

type Call = { config: Config; args: readonly string[]; isJson: boolean; print: (text: string) => void }

/** `gateway keys wallet|add|rotate|rewrap|drop|audit`: manages the secrets of embedded wallets. */
export const walletKeys = { wallet, add, rotate, rewrap, drop, audit } satisfies Record<
  string,
  (call: Call) => Promise<0 | 1>
>

async function wallet({ config, isJson, print }: Call): Promise<0> {
  const files = filesOf(config)
  const ring = await loadKeyRing({ file: files.ring, create: true })
  const { jwks, introductions } = await loadWalletKeys({ file: files.keys, create: true })
  const signing = jwks.keys.map(({ kid }) => kid)
  const encryption = (introductions?.published ?? []).map(({ kid }) => kid)
  const keys = [...ring.keys.keys()]
  print(
    isJson
      ? JSON.stringify({
          ring: files.ring,
          primary: ring.primary,
          keys,
          file: files.keys,
          signing,
          encryption,
        })
      : [
          files.ring,
          ...keys.map((id) => (id === ring.primary ? `${id} primary` : id)),
          files.keys,
          ...signing,
          ...encryption.map((kid) => `${kid} encryption`),
        ].join('\n'),
  )
  return 0
}

/** Rotates the primary key. If the last rotation was interrupted, completes it instead. */
async function rotate({ config, isJson, print }: Call): Promise<0 | 1> {
  const files = filesOf(config)
  const before = await loadKeyRing({ file: files.ring, create: false })
  return withDatabase(config, async (database) => {
    const shares = await countShares({ database })
    const isUnfinished = [...shares.keys()].some((id) => id !== before.primary)
    if (!isUnfinished) await changeKey({ file: files.ring })
    return wrapAll({ database, file: files.ring, isJson, print })
  })
}

async function add({ config, isJson, print }: Call): Promise<0> {
  const id = await addKey({ file: filesOf(config).ring, prepare: true })
  print(
    isJson
      ? JSON.stringify({ prepared: id })
      : `Prepared the key ${id}. Copy the file to all gateways, then run \`keys rotate\`.`,
  )
  return 0
}

async function rewrap({ config, isJson, print }: Call): Promise<0 | 1> {
  const { ring: file } = filesOf(config)
  return withDatabase(config, (database) => wrapAll({ database, file, isJson, print }))
}

async function wrapAll({
  database,
  file,
  isJson,
  print,
}: {
  database: Database
  file: string
} & Pick<Call, 'isJson' | 'print'>): Promise<0 | 1> {
  const envelope = await createLiveEnvelope({ file, create: false })
  await rotateAddressChanges({ database, envelope })
  const { done, left, primary } = await rotateSlots({
    database,
    envelope,
    onBatch: ({ done }) => {
      if (!isJson) print(`${done} shares rewrapped`)
    },
  })
  print(
    isJson
      ? JSON.stringify({ primary, done, left })
      : `Rewrapped ${done} shares with ${primary}; ${left} are still wrapped with other keys. Remove old keys with \`keys drop <id>\`.`,
  )
  return left === 0 ? 0 : 1
}

async function drop({ config, args: [id, ...more], isJson, print }: Call): Promise<0 | 1> {
  if (id === undefined || more.length > 0) throw new UsageError('`keys drop` takes the id of one key.')
  const { ring } = filesOf(config)
  return withDatabase(config, async (database) => {
    const count = (await countShares({ database })).get(id) ?? 0
    if (count > 0)
      throw new BaseError(
        `${count} shares are wrapped with the key "${id}" and would be lost without it. Run \`keys rotate\` first.`,
      )
    const logins = await countSealedLogins({ database, kekId: id, now: Date.now() })
    if (logins > 0)
      throw new BaseError(
        `${logins} logins or changes of address that are under way are encrypted with the key "${id}". Try again in half an hour, after \`keys rotate\`.`,
      )
    await removeKey({ file: ring, id })
    print(isJson ? JSON.stringify({ dropped: id }) : `Removed the key ${id}.`)
    return 0 as const
  })
}

async function audit({ config, isJson, print }: Call): Promise<0 | 1> {
  const { audit: secret } = await loadWalletKeys({ file: filesOf(config).keys, create: false })
  return withDatabase(config, async (database) => {
    const trail = createAuditTrail({ database, secret })
    const result = { ...(await trail.verify()), head: await trail.head() }
    const { rows, brokenAt, head } = result
    const text =
      brokenAt === undefined
        ? `Verified ${rows} rows: none was changed.`
        : `Row ${brokenAt} was changed, or a row before it was removed.`
    print(isJson ? JSON.stringify(result) : `${text}\nhead ${head.seq} ${head.mac}`)
    return brokenAt === undefined ? 0 : 1
  })
}

function filesOf({ embedded, dataDir }: Config): { ring: string; keys: string } {
  if (!embedded) throw new BaseError('Embedded wallets are off: set WALLET_ORIGIN.')
  return secretFiles({ config: embedded, dataDir })
}

async function withDatabase<Value>(
  { databaseUrl, dataDir }: Config,
  run: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openDatabase({ databaseUrl, dataDir })
  try {
    return await run(database)
  } finally {
    await database.destroy()
  }
}
