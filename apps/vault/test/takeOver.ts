import { join } from 'node:path'
import { EnvelopeError } from '@portico/server'
import { readConfig } from '../src/config/readConfig.ts'
import { openVaultDatabase } from '../src/database/openVaultDatabase.ts'
import { createCipher } from '../src/secrets/createCipher.ts'
import { openLiveRing } from '../src/secrets/openLiveRing.ts'

// A program for security drills. Prints what an attacker who runs code on the vault can read: one decrypted recovery secret
// per line.
const { secretsDir, dataDir, databaseUrl } = readConfig(process.env)
const database = await openVaultDatabase({ databaseUrl, dataDir })
const ring = await openLiveRing({ file: join(secretsDir, 'keks.json'), create: false })
const cipher = createCipher({ ring })
const rows = await database.selectFrom('autos').selectAll().execute()
for (const { user_id: userId, wallet_id: walletId, slot_id: slotId, ...sealed } of rows) {
  const secret = await cipher
    .open({ table: 'autos', row: walletId, user: userId, slot: slotId }, sealed)
    .catch((error: unknown) => {
      if (error instanceof EnvelopeError) return undefined
      throw error
    })
  console.log(JSON.stringify({ userId, walletId, slotId, secret }))
}
ring.close()
await database.destroy()
