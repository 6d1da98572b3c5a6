import { describe, expect, test } from 'vitest'
import { parts } from './parts.mjs'
import { readPorts } from './readPorts.mjs'

const demo = { name: 'demo', ports: { DEMO_PORT: 4400 } }
const chains = { name: 'devnet', ports: { EVM_PORT: 8545, EVM2_PORT: 8546 } }

describe('readPorts', () => {
  test('behavior: the environment overrides the defaults, an empty value does not', () => {
    expect(readPorts([demo, chains], { DEMO_PORT: '4500', EVM_PORT: '' })).toEqual([
      { part: 'demo', variable: 'DEMO_PORT', port: 4500 },
      { part: 'devnet', variable: 'EVM_PORT', port: 8545 },
      { part: 'devnet', variable: 'EVM2_PORT', port: 8546 },
    ])
  })

  test.each(['abc', '0', '65536', '-1', '80.5', '1e3', ' 80'])('error: "%s" is not a port', (value) => {
    expect(() => readPorts([demo], { DEMO_PORT: value })).toThrow(
      `DEMO_PORT is "${value}", which is not a port: set a number from 1 to 65535.`,
    )
  })

  test('error: two variables with the same port', () => {
    expect(() => readPorts([demo, chains], { EVM2_PORT: '4400' })).toThrow(
      'DEMO_PORT and EVM2_PORT are both 4400: give one of them another port.',
    )
  })

  test('behavior: the default ports are distinct', () => {
    const variables = parts.flatMap(({ ports }) => Object.keys(ports))
    expect(readPorts(parts, {}).map(({ variable }) => variable)).toEqual(variables)
  })
})
