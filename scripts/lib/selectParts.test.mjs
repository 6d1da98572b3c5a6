import { describe, expect, test } from 'vitest'
import { selectParts } from './selectParts.mjs'

const parts = [{ name: 'devnet' }, { name: 'gateway' }, { name: 'demo' }]
const names = (only) => selectParts(parts, only).map((part) => part.name)

describe('selectParts', () => {
  test('default: everything', () => {
    expect(names(undefined)).toEqual(['devnet', 'gateway', 'demo'])
  })

  test('param: only, in the order of the table', () => {
    expect(names('gateway, devnet')).toEqual(['devnet', 'gateway'])
  })

  test.each(['vault', 'devnet,vault', ''])('error: "%s" names an unknown part', (only) => {
    expect(() => names(only)).toThrow(/^There is no part "(vault|)": choose from devnet, gateway, demo\.$/)
  })
})
