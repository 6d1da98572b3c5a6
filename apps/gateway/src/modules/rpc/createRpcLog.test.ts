import type { LogFields } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { createRpcLog } from './createRpcLog.ts'

function createLines() {
  const lines: [level: string, fields: LogFields, message: string][] = []
  const at = (level: string) => (fields: LogFields, message: string) =>
    void lines.push([level, fields, message])
  return { lines, log: { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') } }
}

const answered = { requestId: 'a', status: 200, chain: 'eip155:1', project: 'shop', ms: 1.4 }

describe('createRpcLog', () => {
  test('behavior: logs errors by who caused them, and one of so many other answers', () => {
    const { lines, log } = createLines()
    const rpcLog = createRpcLog({ log, sampleEvery: 3 })
    for (let count = 0; count < 7; count++) rpcLog({ ...answered, requestId: `${count}` })
    rpcLog({ ...answered, requestId: 'refused', code: -32601 })
    rpcLog({ ...answered, requestId: 'failed', status: 503, code: -32002 })
    expect(lines.map(([level, { requestId, code }]) => [level, requestId, code])).toEqual([
      ['info', '2', undefined],
      ['info', '5', undefined],
      ['info', 'refused', '-32601'],
      ['warn', 'failed', '-32002'],
    ])
    expect(lines[3]?.[1]).toEqual({
      requestId: 'failed',
      status: 503,
      code: '-32002',
      chain: 'eip155:1',
      project: 'shop',
      route: '/v1',
      ms: 1,
    })
  })

  test('behavior: logs at most 50 errors in a second, and then how many there were', () => {
    const { lines, log } = createLines()
    let time = 1_800_000_000_000
    const rpcLog = createRpcLog({ log, sampleEvery: 0, now: () => time })
    const fail = () => rpcLog({ ...answered, status: 503, code: -32002 })
    for (let count = 0; count < 120; count++) fail()
    expect(lines).toHaveLength(50)
    time += 1000
    fail()
    expect(lines.slice(50).map(([, , message]) => message)).toEqual([
      '70 further RPC errors of a second were not logged',
      'RPC error',
    ])
  })
})
