import { describe, expect, test, vi } from 'vitest'
import { createLogger, type LogLevel } from './logger.ts'

const methods = ['error', 'warn', 'info', 'debug'] as const

describe('createLogger', () => {
  test.each<[LogLevel, readonly string[]]>([
    ['silent', []],
    ['error', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
    ['debug', ['error', 'warn', 'info', 'debug']],
  ])('param: %s writes %j', (level, expected) => {
    const target = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
    const logger = createLogger(level, target)
    for (const method of methods) logger[method]('text', 1)
    expect(methods.filter((method) => target[method].mock.calls.length > 0)).toEqual(expected)
    if (level !== 'silent') expect(target.error).toHaveBeenCalledWith('[portico]', 'text', 1)
  })
})
