import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BaseError } from '@portico/protocol'
import { identityBatchType } from '@portico/protocol/vault'
import { createAuditTrail, UsageError } from '@portico/server'
import { CompactEncrypt, type CryptoKey } from 'jose'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { listIdentities } from '../modules/users/listIdentities.ts'
import { createCipher } from '../secrets/createCipher.ts'
import { createJose, type Jose } from '../secrets/createJose.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'
import { openLiveRing } from '../secrets/openLiveRing.ts'
import type { Command } from './Command.ts'
import { readGatewayKey } from './readGatewayKey.ts'

const batchSize = 1000

/** `vault identities`. */
export const identities: Command = {
  help: `npm run vault -- identities export --to <file>   writes all users and their e-mail addresses, signed, and encrypted to the gateway

For \`npm run gateway -- identities import\`, once, when the gateway takes over the codes. Reads the gateway's encryption key
from GATEWAY_URL and prints its thumbprint: compare it with what \`npm run gateway -- keys wallet\` prints before you hand the file
over. The file must not exist yet. Vaults may be running.`,
  async run({ args, config: { secretsDir, dataDir, databaseUrl, gatewayUrl, publicUrls }, print }) {
    const file = readTarget(args)
    const { thumbprint, key } = await readGatewayKey(gatewayUrl)
    const ring = await openLiveRing({ file: join(secretsDir, 'keks.json'), create: false })
    const database = await openVaultDatabase({ databaseUrl, dataDir })
    try {
      const secrets = await loadSecrets({ file: join(secretsDir, 'secrets.json'), create: false })
      const jose = createJose({ secrets, issuer: publicUrls[0], now: Date.now })
      const batches = listIdentities({ database, cipher: createCipher({ ring }), size: batchSize })
      const count = await writeBatches({ file, batches, jose, key, thumbprint })
      const audit = createAuditTrail<Tables>({ database, secret: secrets.audit })
      await audit.append({ event: 'identities-exported', userId: '', subject: thumbprint, now: Date.now() })
      print(
        [
          `Wrote ${count} users to ${file}, signed by ${publicUrls[0]} and encrypted to the gateway's key`,
          thumbprint,
          'Compare it with the key for encryption that `npm run gateway -- keys wallet` prints.',
        ].join('\n'),
      )
      return 0
    } finally {
      ring.close()
      await database.destroy()
    }
  },
}

function readTarget(args: readonly string[]): string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.join(' ') === 'export' && values.to) return values.to
  } catch {
    // Unknown options are reported like other unknown arguments.
  }
  throw new UsageError('Unknown arguments.')
}

/** Writes one signed and encrypted line per batch and returns the number of users. On failure no file is left. */
async function writeBatches({
  file,
  batches,
  jose,
  key,
  thumbprint,
}: {
  file: string
  batches: ReturnType<typeof listIdentities>
  jose: Pick<Jose, 'sign'>
  key: CryptoKey
  thumbprint: string
}): Promise<number> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new BaseError(
      error.code === 'EEXIST' ? `${file} exists: give another name.` : `Cannot write ${file}: ${error.code}.`,
    )
  })
  const exportId = randomBytes(16).toString('base64url')
  let count = 0
  try {
    let batch = 0
    for await (const { users, isLast } of batches) {
      const claims = { exportId, batch, isLast, users }
      const signed = await jose.sign({ type: 'identities+jwt', claims })
      const line = await new CompactEncrypt(Buffer.from(signed))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', typ: identityBatchType, kid: thumbprint })
        .encrypt(key)
      await handle.write(`${line}\n`)
      batch += 1
      count += users.length
    }
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return count
}
