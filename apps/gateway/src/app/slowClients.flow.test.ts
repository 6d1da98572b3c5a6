import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../testing/startServer.ts'
import { deadUrl } from '../testing/startUpstream.ts'

// Starts processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const waitOptions = { timeout: 30_000, interval: 50 }

/** Starts a gateway that may have 1,024 open files, as is the default of most systems. */
async function start(env: Readonly<Record<string, string>>) {
  const { ready, child } = startServer({
    env: {
      PORTICO_DATA_DIR: tempFolder(),
      RPC_URLS: JSON.stringify({ 'eip155:31337': [await deadUrl()] }),
      HOST: '0.0.0.0',
      ...env,
    },
  })
  const { port } = new URL(await ready)
  execFileSync('prlimit', ['--pid', `${child.pid}`, '--nofile=1024:1024'])
  const memory = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
  }
  return { port: Number(port), memory, files: () => readdirSync(`/proc/${child.pid}/fd`).length }
}

/** Opens connections that send a text and then nothing more. Returns a function that counts those still open. */
function attack(port: number, count: number, text: string): () => number {
  let openCount = 0
  for (let index = 0; index < count; index++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' })
    openCount++
    socket.write(text)
    socket.on('error', () => undefined)
    socket.on('close', () => openCount--)
    socket.resume()
    onTestFinished(() => void socket.destroy())
  }
  return () => openCount
}

/** The status of `/livez` for a client with another address. */
function ask(port: number): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const request = get(
      { port, host: '127.0.0.1', localAddress: '127.0.0.2', path: '/livez', agent: false },
      (response) => resolve(response.resume().statusCode),
    )
    request.on('error', () => resolve('no answer'))
  })
}

const unfinishedBody = `POST /v1?chainId=eip155:31337&projectId=local HTTP/1.1\r\nhost: x\r\ncontent-length: 2000000\r\n\r\n[${' '.repeat(1_000_000)}`

describe.skipIf(process.platform !== 'linux')(
  '2,000 connections of one address that are never finished',
  () => {
    test.each([
      ['nothing', ''],
      ['half a header', 'GET /livez HTTP/1.1\r\nhost: x\r\nx-slow: '],
      ['half a body of 2 MB', unfinishedBody],
    ])('error: each sends %s; another address is answered', async (_, text) => {
      const { port, memory, files } = await start({ CONNECTION_LIMIT_ADDRESS: '200' })
      expect(await ask(port)).toBe(200)
      const [memoryBefore, filesBefore] = [memory(), files()]
      // 100 at a time: past a full accept queue, the kernel drops connections that the client counts as open.
      const counts: (() => number)[] = []
      for (let round = 0; round < 20; round++) {
        counts.push(attack(port, 100, text))
        expect(await ask(port)).toBe(200)
      }
      const openCount = () => counts.reduce((sum, count) => sum + count(), 0)
      await vi.waitFor(() => expect(openCount()).toBeLessThanOrEqual(200), waitOptions)
      expect(await ask(port)).toBe(200)
      expect(files() - filesBefore).toBeLessThanOrEqual(201)
      expect(memory() - memoryBefore).toBeLessThan(150)
    })
  },
)
