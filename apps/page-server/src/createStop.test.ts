import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { createStop } from './createStop.ts'
import { serveHealth } from './serveHealth.ts'

describe('createStop', () => {
  test('behavior: keeps answering on connections that it closes, and exits once it has closed', async () => {
    const health = { isStopping: false, checks: new Map() }
    const server = createServer(
      serveHealth({ name: 'demo', version: '1', health, next: (_, response) => response.end('page') }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const get = (path: string) =>
      new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
        const sent = request({ port, path, headers: { connection: 'keep-alive' } }, (response) => {
          response.resume()
          resolve([response.statusCode, response.headers.connection])
        })
        sent.on('error', reject).end()
      })
    expect(await get('/readyz')).toEqual([200, 'keep-alive'])
    const exit = vi.fn()
    const stopped = createStop({ server, health, drainSeconds: 0.2, exit })()
    expect(await get('/readyz')).toEqual([503, 'close'])
    expect(await get('/')).toEqual([200, 'close'])
    await stopped
    await vi.waitFor(() => expect(exit).toHaveBeenCalledOnce())
    await expect(get('/')).rejects.toThrow('ECONNREFUSED')
  })

  test('param: drainSeconds of 0 exits at once', async () => {
    const exit = vi.fn()
    const health = { isStopping: false, checks: new Map() }
    await createStop({ server: createServer(), health, drainSeconds: 0, exit })()
    expect(exit).toHaveBeenCalledOnce()
  })
})
