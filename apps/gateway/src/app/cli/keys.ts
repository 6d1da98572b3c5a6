import { join } from 'node:path'
import { UsageError } from '@portico/server'
import { loadKeys } from '../../modules/auth/loadKeys.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { sessionKeys } from './sessionKeys.ts'
import { walletKeys } from './walletKeys.ts'

/** `gateway keys`. */
export const keys: Command = {
  summary: 'keys [init …]                   create the keys if they are missing, and list them',
  help: `npm run gateway -- keys [init [--shared] | session … | wallet | add | rotate | rewrap | drop <id> | audit] [--json]

Creates PORTICO_DATA_DIR/gateway/keys.json if it is missing; with KEYS_FILE reads that file. Prints the IDs of the
session keys, the signing key first, and never a key itself. All gateways on one database need the same file.
  init       create the file if it is missing
  --shared   the file is KEYS_FILE, which several gateways share: once, before the first start; then copy it to all
  --json     {"file":"…","session":["…"]}

  session add            add a key that signs nothing yet: copy the file to all gateways and restart them
  session promote [id]   sign new sessions with the prepared key, or with another one: copy and restart once more
  session drop <id>      remove a key eight days later; with --force at once, which signs out whose sessions it signed

For embedded wallets:
  wallet      create WALLET_KEK_FILE and WALLET_KEYS_FILE if they are missing, and list their keys
  add         add a prepared key to WALLET_KEK_FILE, which encrypts nothing yet: copy the file to all gateways first
  rotate      make the prepared key, or a new one, the primary key and rewrap every share with it; the gateway may be
              running. If interrupted, run it again to continue
  rewrap      rewrap the shares that are wrapped with other keys than the primary key
  drop <id>   remove a key that no share is wrapped with
  audit       verify the audit trail; exit code 1 if a row was changed. Store the printed head elsewhere`,
  async run({ args, config, print }) {
    const { values, positionals } = parseArguments(args, {
      json: { type: 'boolean' },
      shared: { type: 'boolean' },
      force: { type: 'boolean' },
    })
    const [name, ...more] = positionals
    const { dataDir, keysFile } = config
    const isInit = name === 'init'
    if (values.shared && (!isInit || keysFile === undefined))
      throw new UsageError(
        isInit
          ? 'Set KEYS_FILE to the file that the gateways will share.'
          : '--shared belongs to `keys init`.',
      )
    if (isInit && !values.shared && keysFile !== undefined)
      throw new UsageError('KEYS_FILE is set: use `keys init --shared`, or unset it.')
    if (isInit && more.length > 0) throw new UsageError('`keys init` takes no further words.')
    const { force = false, json: isJson = false } = values
    if (name === 'session') return sessionKeys({ config, args: more, force, isJson, print })
    if (force) throw new UsageError('--force belongs to `keys session drop`.')
    if (name !== undefined && !isInit) {
      if (!Object.hasOwn(walletKeys, name)) throw new UsageError(`Unknown subcommand "keys ${name}".`)
      const run = walletKeys[name as keyof typeof walletKeys]
      return run({ config, args: more, isJson, print })
    }
    const create = isInit || keysFile === undefined
    const { verifying } = await loadKeys({ dataDir, file: keysFile, create })
    const file = keysFile ?? join(dataDir, 'keys.json')
    const session = [...verifying.keys()]
    print(isJson ? JSON.stringify({ file, session }) : [file, ...session].join('\n'))
    return 0
  },
}
