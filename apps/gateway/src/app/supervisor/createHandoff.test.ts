import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createHandoff, type HandoffTarget } from './createHandoff.ts'

/** A worker that takes connections when the test says so. */
function createTarget() {
  const offered: { socket: Socket; answer(isTaken: boolean): Promise<void> }[] = []
  const target: HandoffTarget = {
    take: (socket) =>
      new Promise((resolve) => {
        const answer = async (isTaken: boolean) => {
          resolve(isTaken)
          await new Promise(setImmediate)
        }
        offered.push({ socket, answer })
      }),
  }
  return { target, offered, sockets: () => offered.map(({ socket }) => socket) }
}
const sockets = (count: number) => Array.from({ length: count }, () => new Socket())

test('behavior: connections that come before a worker wait for it', () => {
  const handoff = createHandoff()
  const [one, two] = sockets(2) as [Socket, Socket]
  handoff.pass(one)
  handoff.pass(two)
  const worker = createTarget()
  handoff.add(worker.target)
  expect(worker.sockets()).toEqual([one, two])
})

test('behavior: workers take turns, and one that hangs gets no more', async () => {
  const handoff = createHandoff()
  const [good, hanging] = [createTarget(), createTarget()]
  handoff.add(hanging.target)
  handoff.add(good.target)
  for (const socket of sockets(2)) handoff.pass(socket)
  expect([good.offered.length, hanging.offered.length]).toEqual([1, 1])
  await good.offered[0]?.answer(true)
  expect(good.sockets()[0]?.destroyed).toBe(true)
  for (let count = 1; count < 6; count++) {
    handoff.pass(new Socket())
    await good.offered[count]?.answer(true)
  }
  expect([good.offered.length, hanging.offered.length]).toEqual([6, 1])
})

test('error: a connection whose worker ends goes to another one', async () => {
  const handoff = createHandoff()
  const [ending, other] = [createTarget(), createTarget()]
  const remove = handoff.add(ending.target)
  const [socket] = sockets(1) as [Socket]
  handoff.pass(socket)
  handoff.add(other.target)
  remove()
  await ending.offered[0]?.answer(false)
  expect(other.sockets()).toEqual([socket])
  expect(socket.destroyed).toBe(false)
})
