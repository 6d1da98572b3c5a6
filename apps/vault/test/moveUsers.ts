import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../src/config/readConfig.ts'
import { openVaultDatabase } from '../src/database/openVaultDatabase.ts'
import { createUserStore } from '../src/modules/users/store.ts'
import { createBlindIndexes } from '../src/secrets/createBlindIndexes.ts'
import { createCipher } from '../src/secrets/createCipher.ts'
import { loadSecrets } from '../src/secrets/loadSecrets.ts'
import { openLiveRing } from '../src/secrets/openLiveRing.ts'

// A program for security drills: gives users other e-mail addresses, as an attacker who runs code on the vault can. Its
// argument is a file with a JSON array of `{userId, email}`.
const { secretsDir, dataDir, databaseUrl } = readConfig(process.env)
const moves = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as { userId: string; email: string }[]
const secrets = await loadSecrets({ file: join(secretsDir, 'secrets.json'), create: false })
const ring = await openLiveRing({ file: join(secretsDir, 'keks.json'), create: false })
const database = await openVaultDatabase({ databaseUrl, dataDir })
const [cipher, { emailIndexesOf }] = [createCipher({ ring }), createBlindIndexes({ secrets })]
const users = createUserStore({ database })
for (const { userId, email } of moves)
  await users.setEmail(userId, {
    emailIndex: emailIndexesOf(email)[0],
    ...cipher.seal({ table: 'users', row: userId }, email),
  })
ring.close()
await database.destroy()
