import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HandoffTarget } from './createHandoff.ts'
import type { Handover } from './Handover.ts'

const pollMs = 5

/** Creates the target that sends connections to a child process, which answers each with a `Handover`. */
export function createChildTarget(child: ChildProcess): HandoffTarget {
  const offered = new Map<number, (isTaken: boolean) => void>()
  let last = 0
  const settle = ({ connection, isTaken }: Handover) => {
    offered.get(connection)?.(isTaken)
    offered.delete(connection)
  }
  const takeBack = () => {
    for (const connection of [...offered.keys()]) settle({ connection, isTaken: false })
  }
  child.on('message', (message) => settle(message as Handover))
  // Not at its exit: what it has taken before may not have been read here yet.
  child.once('disconnect', takeBack)
  child.once('exit', async () => {
    // Node emits no `disconnect` for a process that ends before it has received a connection: it waits for that for ever.
    while (child.connected) await sleep(pollMs)
    takeBack()
  })

  return {
    take: (socket: Socket) =>
      new Promise((resolve) => {
        const connection = ++last
        offered.set(connection, resolve)
        if (!child.connected) return settle({ connection, isTaken: false })
        // Stays open here, so that another worker can accept it if this one ends first.
        child.send(connection, socket, { keepOpen: true }, (error) => {
          // The client has gone, or the worker: then `disconnect` follows.
          if (error && child.connected) settle({ connection, isTaken: true })
        })
      }),
  }
}
