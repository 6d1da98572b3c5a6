import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { agreeOnKeys } from './agreeOnKeys.ts'
import { loadKeys } from './loadKeys.ts'

await describeEngines('agreeOnKeys', ({ openTogether }) => {
  test('behavior: gateways with the same keys agree, also while keys are changed one gateway after the other', async () => {
    const [one, two] = await openTogether(2)
    if (!one || !two) throw new Error('two databases')
    const [old, next] = [tempFolder(), tempFolder()]
    const [before, other] = [await loadKeys({ dataDir: old }), await loadKeys({ dataDir: next })]
    await agreeOnKeys({ database: one, keys: before })
    await agreeOnKeys({ database: two, keys: before })
    await expect(agreeOnKeys({ database: two, keys: other })).rejects.toThrow(
      /not those of the others .*KEYS_FILE/,
    )
    // First known to all, then signing.
    const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))
    const both = { ...read(old), session: [...read(next).session, ...read(old).session] }
    writeFileSync(join(old, 'keys.json'), JSON.stringify(both))
    await agreeOnKeys({ database: one, keys: await loadKeys({ dataDir: old }) })
    await agreeOnKeys({ database: two, keys: await loadKeys({ dataDir: next }) })
  })
})

test('error: a key file that is named must be there', async () => {
  const file = join(tempFolder(), 'none.json')
  await expect(loadKeys({ dataDir: tempFolder(), file })).rejects.toThrow(
    `KEYS_FILE is ${file}, which is not there`,
  )
})
