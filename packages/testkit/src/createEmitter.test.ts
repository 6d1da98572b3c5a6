import { describe, expect, test } from 'vitest'
import { createEmitter } from './createEmitter.ts'

describe('createEmitter', () => {
  test('behavior: delivers in order, to each registration', () => {
    const emitter = createEmitter<{ message: string }>()
    const received: string[] = []
    const twice = (word: string) => received.push(`a ${word}`)
    emitter.on('message', twice)
    emitter.on('message', (word) => received.push(`b ${word}`))
    emitter.on('message', twice)
    emitter.emit('message', 'hello')
    expect(received).toEqual(['a hello', 'b hello', 'a hello'])
  })

  test('behavior: off removes one registration', () => {
    const emitter = createEmitter<{ message: string }>()
    const received: string[] = []
    const listener = (word: string) => received.push(word)
    emitter.on('message', listener)
    emitter.on('message', listener)
    emitter.off('message', listener)
    emitter.emit('message', 'once')
    emitter.off('message', listener)
    emitter.off('message', listener)
    emitter.emit('message', 'never')
    expect(received).toEqual(['once'])
  })

  test('behavior: a listener can remove itself while it is called', () => {
    const emitter = createEmitter<{ message: string }>()
    const received: string[] = []
    const once = (word: string) => {
      received.push(`once ${word}`)
      emitter.off('message', once)
    }
    emitter.on('message', once)
    emitter.on('message', (word) => received.push(`always ${word}`))
    emitter.emit('message', '1')
    emitter.emit('message', '2')
    expect(received).toEqual(['once 1', 'always 1', 'always 2'])
  })

  test('error: one listener throws; the others are called and the error is reported', async () => {
    const emitter = createEmitter<{ message: string }>()
    const received: string[] = []
    emitter.on('message', () => {
      throw new Error('bad listener')
    })
    emitter.on('message', (word) => received.push(word))
    const thrown = catchUncaught()
    emitter.emit('message', 'hello')
    expect(received).toEqual(['hello'])
    expect(await thrown).toMatchObject({ message: 'bad listener' })
  })
})

// Resolves with the next uncaught error, instead of the test runner handling it.
function catchUncaught(): Promise<unknown> {
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  return new Promise((resolve) => {
    process.once('uncaughtException', (error) => {
      for (const listener of others) process.on('uncaughtException', listener)
      resolve(error)
    })
  })
}
