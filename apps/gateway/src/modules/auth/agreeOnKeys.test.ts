import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { agreeOnKeys } from './agreeOnKeys.ts'
import { loadKeys } from './loadKeys.ts'

await describeEngines('agreeOnKeys', ({ openTogether }) => {
  test('behavior: accepts gateways with the same keys, also while keys are rotated on one gateway after the other', async () => {
    const [one, two] = await openTogether(2)
    if (!one || !two) throw new Error('expected two databases')
    const [old, next] = [tempFolder(), tempFolder()]
    const [before, other] = [await loadKeys({ dataDir: old }), await loadKeys({ dataDir: next })]
    await agreeOnKeys({ database: one, keys: before })
    await agreeOnKeys({ database: two, keys: before })
    await expect(agreeOnKeys({ database: two, keys: other })).rejects.toThrow(
      /differ from those of the other gateways .*KEYS_FILE/,
    )
    // Rotation: every gateway must have the new key before one signs with it.
    const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))
    const both = { ...read(old), session: [...read(next).session, ...read(old).session] }
    writeFileSync(join(old, 'keys.json'), JSON.stringify(both))
    await agreeOnKeys({ database: one, keys: await loadKeys({ dataDir: old }) })
    await agreeOnKeys({ database: two, keys: await loadKeys({ dataDir: next }) })
  })
})
