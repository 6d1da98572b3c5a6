import { describe, expect, test } from 'vitest'
import { readPort } from './readPort.ts'

describe('readPort', () => {
  test.each([
    [undefined, 8545],
    ['', 8545],
    ['0', 0],
    ['9545', 9545],
    ['65535', 65_535],
  ])('param: %j is port %i', (value, port) => {
    expect(readPort('EVM_PORT', 8545, { EVM_PORT: value })).toBe(port)
  })

  test.each(['65536', '-1', '80a', '1e3', ' 80', '123456'])('error: %j', (value) => {
    expect(() => readPort('EVM_PORT', 8545, { EVM_PORT: value })).toThrow(
      `EVM_PORT is "${value}": set it to a port number from 1 to 65535, or 0 for any free port.`,
    )
  })
})
