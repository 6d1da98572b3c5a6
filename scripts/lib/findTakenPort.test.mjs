import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { findTakenPort } from './findTakenPort.mjs'

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some(({ address }) => address === '::1')

describe('findTakenPort', () => {
  const servers = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })
  const listen = async (host) => {
    const server = createServer()
    servers.push(server)
    server.listen(0, host)
    await once(server, 'listening')
    return server.address().port
  }

  const finds = async (host) => {
    const port = await listen(host)
    expect(await findTakenPort([{ variable: 'DEMO_PORT', port }])).toEqual({
      variable: 'DEMO_PORT',
      port,
      code: 'EADDRINUSE',
    })
  }
  test.each(['127.0.0.1', '0.0.0.0'])('behavior: finds a listener on %s', finds)
  test.skipIf(!hasIpv6).each(['::1', '::'])(
    'behavior: finds a listener on %s (skipped on a machine without IPv6)',
    finds,
  )

  test('behavior: a port is free again after its listener has closed', async () => {
    const port = await listen('127.0.0.1')
    const [server] = servers.splice(0)
    server.close()
    await once(server, 'close')
    expect(await findTakenPort([{ port }])).toBeUndefined()
    expect(await findTakenPort([{ port }])).toBeUndefined()
  })

  test('error: an address that this machine does not have', async () => {
    const port = await listen('127.0.0.1')
    servers.splice(0)[0].close()
    expect(await findTakenPort([{ port }], '192.0.2.1')).toEqual({ port, code: 'EADDRNOTAVAIL' })
  })
})
