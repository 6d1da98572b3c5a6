import { join } from 'node:path'
import { UsageError } from '@portico/server'
import type { Config } from '../../infra/config/Config.ts'
import { rotateSessionKeys } from '../../modules/auth/rotateSessionKeys.ts'

const next = 'Copy the file to all gateways and restart them'

/** `gateway keys session add|promote|drop`: rotates the keys that sign sessions. */
export async function sessionKeys({
  config: { dataDir, keysFile },
  args: [name, id, ...more],
  force,
  isJson,
  print,
}: {
  config: Config
  args: readonly string[]
  force: boolean
  isJson: boolean
  print: (text: string) => void
}): Promise<0> {
  const { add, promote, drop } = rotateSessionKeys({ file: keysFile ?? join(dataDir, 'keys.json') })
  if (more.length > 0 || (name === 'add' && id !== undefined))
    throw new UsageError(`\`keys session ${name}\` takes ${name === 'add' ? 'no' : 'one'} ID.`)
  if (force && name !== 'drop') throw new UsageError('--force belongs to `keys session drop`.')
  const say = (json: object, text: string) => print(isJson ? JSON.stringify(json) : text)
  switch (name) {
    case 'add': {
      const prepared = await add()
      say({ prepared }, `Prepared the key ${prepared}. ${next}, then run \`keys session promote\`.`)
      return 0
    }
    case 'promote': {
      const signing = await promote(id)
      say({ signing }, `The key ${signing} signs. ${next}; after eight days drop the former one.`)
      return 0
    }
    case 'drop': {
      if (id === undefined) throw new UsageError('`keys session drop` takes the ID of one key.')
      const dropped = await drop(id, { force })
      say({ dropped }, `Removed the key ${dropped}. ${next}.`)
      return 0
    }
    default:
      throw new UsageError('Use `keys session add`, `promote` or `drop`.')
  }
}
