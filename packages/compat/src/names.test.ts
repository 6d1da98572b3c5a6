import { readFileSync } from 'node:fs'
import { AppKit } from '@portico/react'
import { mainnet } from '@portico/react/networks'
import { describe, expect, test, vi } from 'vitest'
import type { Names } from '../test/Names.ts'
import { writeTypeTest } from '../test/writeTypeTest.ts'

const read = (file: string) => JSON.parse(readFileSync(`${import.meta.dirname}/../${file}`, 'utf8'))
const names: Names = read('names.json')
const { exports } = read('package.json')

describe('names.json', () => {
  test.each(Object.entries(names.entries))('behavior: %s has all its values', async (_, { is, values }) => {
    const entry: object = await import(is)
    expect(values.filter((name) => !(name in entry))).toEqual([])
  })

  test('behavior: lists every entry of this package', () => {
    const listed = Object.values(names.entries).map(({ is }) => is)
    const entries = Object.keys(exports).map((path) => path.replace('.', '@portico/compat'))
    expect(listed).toEqual(expect.arrayContaining(entries))
  })

  test('behavior: the instance has every method, and none that is left out', () => {
    const appKit = new AppKit({ projectId: 'test', networks: [mainnet] })
    expect(names.methods.filter((name) => !(name in appKit))).toEqual([])
    expect(names.methodsLeftOut.filter((name) => name in appKit)).toEqual([])
  })

  test('behavior: the types have every name; test/names.types.ts is compiled with the tests', async () => {
    await expect(writeTypeTest(names, exports)).toMatchFileSnapshot('../test/names.types.ts')
  })

  test('behavior: whatever has no effect says so, and nothing else does', async () => {
    // A new kit: what was said once is not said again.
    vi.resetModules()
    const { createKit } = await import('@portico/core')
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const set = (list: readonly string[]) => Object.fromEntries(list.map((name) => [name, false]))
    const options = { projectId: 'test', networks: [mainnet], siwx: undefined, siweConfig: undefined }
    const fixed = [...Object.keys(options), 'adapters', 'features', 'metadata']
    const given = names.options.filter((name) => name.startsWith('enable') && !fixed.includes(name))
    createKit({ ...set(given), ...options, features: set(names.features) })
    expect(warn.mock.calls).toEqual([])
    createKit({
      ...set(names.optionsWithoutEffect),
      ...options,
      features: set(names.featuresWithoutEffect),
    })
    const said = warn.mock.calls.map(([, text]) => /^`(.+)` has no effect/.exec(text)?.[1])
    const expected = [
      ...names.optionsWithoutEffect,
      ...names.featuresWithoutEffect.map((name) => `features.${name}`),
    ]
    expect(said).toEqual(expected)
  })
})
