import { describe, expect, test } from 'vitest'
import { BoundedMap } from './BoundedMap.ts'

describe('BoundedMap', () => {
  test('behavior: removes the oldest entry beyond its size', () => {
    const map = new BoundedMap<string, number>({ max: 2 })
    map.set('a', 1).set('b', 2).set('c', 3)
    expect([...map]).toEqual([
      ['b', 2],
      ['c', 3],
    ])
  })

  test('behavior: a key that is set again keeps its place unless it was deleted', () => {
    const map = new BoundedMap<string, number>({ max: 2 })
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
    expect([...map.keys()]).toEqual(['b', 'c'])
    map.delete('b')
    map.set('b', 5).set('d', 6)
    expect([...map.keys()]).toEqual(['b', 'd'])
  })
})
