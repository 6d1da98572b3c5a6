import { readConfig } from '../src/app/config/readConfig.ts'
import { openDatabase } from '../src/infra/database/openDatabase.ts'
import { secretFiles } from '../src/modules/embedded/createEmbedded.ts'
import { createLiveEnvelope } from '../src/modules/embedded/secrets/createLiveEnvelope.ts'
import { listHeldWallets } from './listHeldWallets.ts'

// A program for the takeover tests: prints what an attacker who runs code on the gateway has, as one JSON object per
// wallet and line, with the shares decrypted.
const { embedded, dataDir, databaseUrl } = readConfig(process.env)
if (!embedded) throw new Error('Embedded wallets are turned off on this gateway.')
const database = await openDatabase({ databaseUrl, dataDir })
const envelope = await createLiveEnvelope({
  file: secretFiles({ config: embedded, dataDir }).ring,
  create: false,
})
for await (const held of listHeldWallets({ database, envelope })) {
  const slots = held.slots.map(({ share, ...slot }) => ({
    ...slot,
    share: share && Buffer.from(share).toString('base64url'),
  }))
  console.log(JSON.stringify({ ...held, slots }))
}
await database.destroy()
