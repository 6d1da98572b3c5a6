import { join } from 'node:path'
import { loadKeys } from '../modules/auth/loadKeys.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { UsageError } from './UsageError.ts'

/** `gateway keys`. */
export const keys: Command = {
  summary: 'keys                            makes keys.json if there is none, and names its keys',
  help: `npm run gateway -- keys [--json]

Makes PORTICO_DATA_DIR/gateway/keys.json if there is none; with KEYS_FILE reads that one. Prints the ids of the session
keys, the signing one first, and never a key. Gateways on one database need the same file.
  --json   {"file":"…","session":["…"]}`,
  async run({ args, config, print }) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } })
    if (positionals.length > 0) throw new UsageError('`keys` takes no names.')
    const { dataDir, keysFile } = config
    const { verifying } = await loadKeys({ dataDir, file: keysFile })
    const file = keysFile ?? join(dataDir, 'keys.json')
    const session = [...verifying.keys()]
    print(values.json ? JSON.stringify({ file, session }) : [file, ...session].join('\n'))
    return 0
  },
}
