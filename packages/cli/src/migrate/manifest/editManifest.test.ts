import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editManifest } from './editManifest.ts'

const remove = (name: string) => name.startsWith('@reown/')

function edit(text: string, add: string[] = ['@portico/react', '@portico/evm']) {
  const edited = editManifest({ text, remove, add, version: '0.1.0' })
  if ('error' in edited) throw new Error(edited.error)
  return edited
}

describe('editManifest', () => {
  test('behavior: keeps order, indentation and everything else', () => {
    const { text } = edit(`{
\t"name": "app", "files": ["a", "b"],
\t"dependencies": {
\t\t"@reown/appkit": "^1.7.2",
\t\t"@reown/appkit-adapter-ethers": "1.7.2",
\t\t"react": "19",
\t\t"zod": "4"
\t},
\t"devDependencies": { "vite": "8" }
}
`)
    expect(text).toBe(`{
\t"name": "app", "files": ["a", "b"],
\t"dependencies": {
\t\t"@portico/evm": "0.1.0",
\t\t"@portico/react": "0.1.0",
\t\t"react": "19",
\t\t"zod": "4"
\t},
\t"devDependencies": { "vite": "8" }
}
`)
  })

  test('behavior: in a list that is not sorted, the new packages stand where the old ones stood', () => {
    expect(edit(`{"dependencies":{"zod":"4","@reown/appkit":"1","a":"1"}}`).text).toBe(
      `{"dependencies":{"zod":"4","@portico/evm": "0.1.0","@portico/react": "0.1.0","a":"1"}}`,
    )
  })

  test('behavior: a library lists them for its users and for itself', () => {
    const { text } = edit(
      `{ "peerDependencies": { "@reown/appkit": ">=1" }, "devDependencies": { "@reown/appkit": "1" } }`,
      ['@portico/react'],
    )
    expect(JSON.parse(text)).toEqual({
      peerDependencies: { '@portico/react': '0.1.0' },
      devDependencies: { '@portico/react': '0.1.0' },
    })
  })

  test('behavior: a package that is there is not added again, and one that is needed in no list is reported', () => {
    expect(
      JSON.parse(edit(`{ "dependencies": { "@portico/react": "^0.1.0", "@portico/evm": "*" } }`).text),
    ).toEqual({
      dependencies: { '@portico/react': '^0.1.0', '@portico/evm': '*' },
    })
    expect(edit('{ "name": "x" }').notes).toEqual([
      { position: 0, message: 'Add these dependencies with version 0.1.0: @portico/react, @portico/evm.' },
    ])
    expect(JSON.parse(edit('{ "dependencies": {} }', ['@portico/react']).text)).toEqual({
      dependencies: { '@portico/react': '0.1.0' },
    })
  })

  test('behavior: overrides of what is gone are reported', () => {
    const text = `{
  "overrides": { "@reown/appkit": "1", "a": { "@reown/appkit-ui": "1" } },
  "pnpm": { "overrides": { "foo>@reown/appkit@1": "2" } },
  "resolutions": { "**/@reown/appkit-ui": "1", "viem": "2" }
}`
    expect(edit(text, []).notes.map(({ message }) => message)).toEqual([
      '"overrides" names @reown/appkit, which is no longer installed: remove it.',
      '"overrides" names @reown/appkit-ui, which is no longer installed: remove it.',
      '"pnpm" names foo>@reown/appkit@1, which is no longer installed: remove it.',
      '"resolutions" names **/@reown/appkit-ui, which is no longer installed: remove it.',
    ])
  })

  test.each([[''], ['[]'], ['{'], ['{ "dependencies": {}, }'], ['process.exit(1)'], ['null']])(
    'error: %j is not edited',
    (text) => {
      expect(editManifest({ text, remove, add: ['@portico/react'], version: '1.0.0' })).toHaveProperty(
        'error',
      )
    },
  )

  test('behavior: the result is JSON with the same entries, whatever the manifest is', () => {
    const names = fc.uniqueArray(
      fc.constantFrom('@reown/appkit', '@reown/appkit-siwe', 'react', 'zod', '@a/b', '__proto__x'),
    )
    fc.assert(
      fc.property(names, names, fc.constantFrom(0, 2, '\t'), (dependencies, devDependencies, indent) => {
        const toBlock = (list: string[]) => Object.fromEntries(list.map((name) => [name, '1']))
        const manifest = {
          name: 'x',
          dependencies: toBlock(dependencies),
          devDependencies: toBlock(devDependencies),
        }
        const after = JSON.parse(edit(JSON.stringify(manifest, null, indent), ['@portico/react']).text)
        for (const block of ['dependencies', 'devDependencies'] as const) {
          const { '@portico/react': _, ...others } = after[block]
          expect(Object.keys(others)).toEqual(Object.keys(manifest[block]).filter((name) => !remove(name)))
        }
      }),
      { numRuns: 100 },
    )
  })
})
