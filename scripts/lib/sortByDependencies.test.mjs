import { describe, expect, test } from 'vitest'
import { sortByDependencies } from './sortByDependencies.mjs'

describe('sortByDependencies', () => {
  const one = (name, ...needs) => ({
    name,
    manifest: { dependencies: Object.fromEntries(needs.map((need) => [need, '1.0.0'])) },
  })

  test('behavior: puts what is needed first', () => {
    const sorted = sortByDependencies([
      one('react', 'core', 'viem'),
      one('core', 'protocol'),
      one('protocol'),
    ])
    expect(sorted.map(({ name }) => name)).toEqual(['protocol', 'core', 'react'])
  })

  test('error: packages that need each other', () => {
    expect(() => sortByDependencies([one('a', 'b'), one('b', 'a')])).toThrow('need each other: a, b')
  })
})
