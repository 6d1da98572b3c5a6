import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { describe, expect, test } from 'vitest'
import { appkit } from './appkit.ts'
import { modules } from './modules.ts'
import { elementsModules, vueModules } from './otherFrameworks.ts'

const packages = join(import.meta.dirname, '../../../..')

/** Reads the names that an entry of our packages exports, from its source; undefined if there is no such entry. */
function exportsOf(module: string): Set<string> | undefined {
  const [, name = '', ...path] = module.split('/')
  const manifest = join(packages, name, 'package.json')
  if (!existsSync(manifest)) return undefined
  const entry = JSON.parse(readFileSync(manifest, 'utf8')).exports[['.', ...path].join('/')]
  if (!entry) return undefined
  const text = readFileSync(join(packages, name, entry['@portico/source']), 'utf8')
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] })
  return new Set(
    program.body.flatMap((node) => {
      if (node.type === 'ExportAllDeclaration') return [...(exportsOf(node.source.value) ?? [])]
      if (node.type !== 'ExportNamedDeclaration') return []
      const declared = node.declaration && 'id' in node.declaration ? node.declaration.id : undefined
      return [
        ...node.specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value)),
        ...(declared && 'name' in declared ? [declared.name] : []),
      ]
    }),
  )
}

describe('modules', () => {
  test('behavior: every name in names.json has a place', () => {
    const { entries } = JSON.parse(readFileSync(join(packages, 'compat/names.json'), 'utf8')) as {
      entries: Record<string, { values: string[]; types: string[] }>
    }
    const unknown = Object.entries(entries).flatMap(([module, { values, types }]) =>
      [...values, ...types].flatMap((name) => {
        const outcome = appkit.resolveName({ module, name, framework: 'react' })
        return 'keep' in outcome ? [outcome.keep] : []
      }),
    )
    expect(unknown).toEqual([])
  })

  test('behavior: everything that AppKit code is pointed to exists in our packages', () => {
    const all = [modules, elementsModules, vueModules].flatMap((table) => Object.entries(table))
    const wrong = all.flatMap(([module, { to, names = [], others = {} }]) => {
      const targets = [
        ...(to ? names.map((name) => ({ to, name })) : []),
        ...Object.entries(others).flatMap(([name, outcome]) =>
          'to' in outcome ? [{ to: outcome.to, name: outcome.name ?? name }] : [],
        ),
      ]
      const missing = targets.filter((target) => !exportsOf(target.to)?.has(target.name))
      return [
        ...(to && !exportsOf(to) ? [`${module}: ${to} does not exist`] : []),
        ...missing.map((target) => `${module}: ${target.to} does not export ${target.name}`),
      ]
    })
    expect(wrong).toEqual([])
  })
})
