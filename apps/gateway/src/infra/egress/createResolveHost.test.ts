import { createSocket } from 'node:dgram'
import { hostname } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createResolveHost } from './createResolveHost.ts'

type Zone = Readonly<Record<string, { a?: string[]; aaaa?: string[] }>>

/** Starts a DNS server (RFC 1035) for a few names; `queries` records the queries it receives. */
async function startNameServer(zone: Zone): Promise<{ server: string; queries: string[] }> {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    let end = 12
    const labels: string[] = []
    for (let size = query[end] ?? 0; size > 0; size = query[end] ?? 0) {
      labels.push(query.toString('latin1', end + 1, end + 1 + size))
      end += 1 + size
    }
    const name = labels.join('.')
    const isA = query.readUInt16BE(end + 1) === 1
    queries.push(`${isA ? 'A' : 'AAAA'} ${name}`)
    const entry = zone[name.toLowerCase()]
    const records = (isA ? entry?.a : entry?.aaaa) ?? []
    const head = Buffer.from([0, 0, 0x81, entry ? 0x80 : 0x83, 0, 1, 0, records.length, 0, 0, 0, 0])
    query.copy(head, 0, 0, 2)
    const answers = records.map((record) => {
      const data = isA ? Buffer.from(record.split('.').map(Number)) : Buffer.from(record, 'hex')
      const start = Buffer.from([0xc0, 12, 0, isA ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length])
      return Buffer.concat([start, data])
    })
    socket.send(Buffer.concat([head, query.subarray(12, end + 5), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { server: `127.0.0.1:${socket.address().port}`, queries }
}

describe('createResolveHost', () => {
  test('behavior: returns all IPv4 and IPv6 addresses', async () => {
    const { server, queries } = await startNameServer({
      'both.example.com': {
        a: ['93.184.216.34', '10.0.0.1'],
        aaaa: ['26062800022000010248189325c81946'],
      },
      'old.example.com': { a: ['8.8.8.8'] },
    })
    const resolve = createResolveHost({ servers: [server] })
    expect((await resolve('both.example.com')).sort()).toEqual([
      '10.0.0.1',
      '2606:2800:220:1:248:1893:25c8:1946',
      '93.184.216.34',
    ])
    expect(await resolve('old.example.com')).toEqual(['8.8.8.8'])
    expect(queries.map((line) => line.toLowerCase()).sort()).toContain('aaaa old.example.com')
  })

  test('behavior: an unknown name has no address', async () => {
    const { server } = await startNameServer({})
    expect(await createResolveHost({ servers: [server] })('nothing.example.com')).toEqual([])
  })

  test('behavior: queries the DNS server even for names in the hosts file', async () => {
    const { server, queries } = await startNameServer({})
    expect(await createResolveHost({ servers: [server] })(hostname())).toEqual([])
    expect(queries.length).toBeGreaterThan(0)
  })
})
