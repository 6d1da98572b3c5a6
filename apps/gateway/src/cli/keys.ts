import { join } from 'node:path'
import { loadKeys } from '../modules/auth/loadKeys.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { UsageError } from './UsageError.ts'
import { walletKeys } from './walletKeys.ts'

/** `gateway keys`. */
export const keys: Command = {
  summary: 'keys                            makes keys.json if there is none, and names its keys',
  help: `npm run gateway -- keys [wallet | add | rotate | rewrap | drop <id> | audit] [--json]

Makes PORTICO_DATA_DIR/gateway/keys.json if there is none; with KEYS_FILE reads that one. Prints the ids of the session
keys, the signing one first, and never a key. Gateways on one database need the same file.
  --json   {"file":"…","session":["…"]}

Of embedded wallets:
  wallet      makes WALLET_KEK_FILE and WALLET_KEYS_FILE if they are not there, and names their keys
  add         prepares a key in WALLET_KEK_FILE that nothing is wrapped with yet, for several gateways to have first
  rotate      makes the prepared key, or a new one, the primary one and wraps every share with it, while the gateway
              runs or not; ended before its time, it goes on where it was
  rewrap      wraps what is under other keys than the primary one
  drop <id>   takes a key out of the ring that nothing is wrapped with any more
  audit       reads the audit trail through; exit code 1 if a row was changed. Keep the head it prints elsewhere`,
  async run({ args, config, print }) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } })
    const [name, ...more] = positionals
    if (name !== undefined) {
      if (!Object.hasOwn(walletKeys, name)) throw new UsageError(`There is no \`keys ${name}\`.`)
      const run = walletKeys[name as keyof typeof walletKeys]
      return run({ config, args: more, isJson: values.json === true, print })
    }
    const { dataDir, keysFile } = config
    const { verifying } = await loadKeys({ dataDir, file: keysFile })
    const file = keysFile ?? join(dataDir, 'keys.json')
    const session = [...verifying.keys()]
    print(values.json ? JSON.stringify({ file, session }) : [file, ...session].join('\n'))
    return 0
  },
}
