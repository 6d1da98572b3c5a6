import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataDirInUseError } from '../errors/DataDirInUseError.ts'

/**
 * Locks a folder for this process, so that two devnets do not overwrite each other's state. The lock is a listening
 * socket, which the system releases even if the process is killed.
 *
 * @param folder real path of the folder
 * @returns a function that releases the lock
 * @throws {DataDirInUseError} if another process has the lock
 */
export async function lockFolder({ folder }: { folder: string }): Promise<() => Promise<void>> {
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\portico-devnet-${id}`
      : join(tmpdir(), `portico-devnet-${id}.sock`)
  let server = await tryListen(address)
  if (!server) {
    if (await answers(address)) throw new DataDirInUseError({ folder })
    await rm(address, { force: true })
    server = await tryListen(address)
  }
  if (!server) throw new DataDirInUseError({ folder })
  const held = server
  return () => new Promise((resolve) => held.close(() => resolve()))
}

function tryListen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
