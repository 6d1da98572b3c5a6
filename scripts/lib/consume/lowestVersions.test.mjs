import { describe, expect, test } from 'vitest'
import { root } from '../../bootstrap.mjs'
import { lowestOf, lowestVersions } from './lowestVersions.mjs'

describe('lowestVersions', () => {
  test.each([
    ['^2.19 || ^3.7', '2.19.0'],
    ['>=2.37 <3', '2.37.0'],
    ['2.x', '2.0.0'],
    ['>=18', '18.0.0'],
    ['^1.4.5', '1.4.5'],
  ])('behavior: the lowest version of %s', (range, version) => {
    expect(lowestOf(range)).toBe(version)
  })

  test('behavior: of several ranges the version that all of them allow', () => {
    expect(lowestVersions(root)).toMatchObject({ react: '18.0.0', viem: '2.38.0', wagmi: '2.19.0' })
  })
})
