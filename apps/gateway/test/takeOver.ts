import { readConfig } from '../src/config/readConfig.ts'
import { openDatabase } from '../src/database/openDatabase.ts'
import { secretFiles } from '../src/modules/embedded/createEmbedded.ts'
import { listHeld } from '../src/modules/embedded/inventory/listHeld.ts'
import { createLiveEnvelope } from '../src/modules/embedded/secrets/createLiveEnvelope.ts'

// A program for drills: prints what somebody has who runs code on the gateway, one wallet in each line, the shares decrypted.
const { embedded, dataDir, databaseUrl } = readConfig(process.env)
if (!embedded) throw new Error('This gateway keeps no embedded wallets.')
const database = await openDatabase({ databaseUrl, dataDir })
const envelope = await createLiveEnvelope({
  file: secretFiles({ config: embedded, dataDir }).ring,
  create: false,
})
for await (const held of listHeld({ database, envelope })) {
  const slots = held.slots.map(({ share, ...slot }) => ({
    ...slot,
    share: share && Buffer.from(share).toString('base64url'),
  }))
  console.log(JSON.stringify({ ...held, slots }))
}
await database.destroy()
