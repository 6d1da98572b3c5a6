import { describe, expect, test } from 'vitest'
import { createEmitter } from './createEmitter.ts'

describe('createEmitter', () => {
  test('behavior: delivers in order, to each registration', () => {
    const emitter = createEmitter<{ said: string }>()
    const heard: string[] = []
    const twice = (word: string) => heard.push(`a ${word}`)
    emitter.on('said', twice)
    emitter.on('said', (word) => heard.push(`b ${word}`))
    emitter.on('said', twice)
    emitter.emit('said', 'hello')
    expect(heard).toEqual(['a hello', 'b hello', 'a hello'])
  })

  test('behavior: off takes away one registration', () => {
    const emitter = createEmitter<{ said: string }>()
    const heard: string[] = []
    const listener = (word: string) => heard.push(word)
    emitter.on('said', listener)
    emitter.on('said', listener)
    emitter.off('said', listener)
    emitter.emit('said', 'once')
    emitter.off('said', listener)
    emitter.off('said', listener)
    emitter.emit('said', 'never')
    expect(heard).toEqual(['once'])
  })

  test('behavior: a listener may take itself away while it is called', () => {
    const emitter = createEmitter<{ said: string }>()
    const heard: string[] = []
    const once = (word: string) => {
      heard.push(`once ${word}`)
      emitter.off('said', once)
    }
    emitter.on('said', once)
    emitter.on('said', (word) => heard.push(`always ${word}`))
    emitter.emit('said', '1')
    emitter.emit('said', '2')
    expect(heard).toEqual(['once 1', 'always 1', 'always 2'])
  })

  test('error: of one listener reaches nobody but the process', async () => {
    const emitter = createEmitter<{ said: string }>()
    const heard: string[] = []
    emitter.on('said', () => {
      throw new Error('bad listener')
    })
    emitter.on('said', (word) => heard.push(word))
    const thrown = catchUncaught()
    emitter.emit('said', 'hello')
    expect(heard).toEqual(['hello'])
    expect(await thrown).toMatchObject({ message: 'bad listener' })
  })
})

// The next error nobody catches, in place of the test runner's own handling of it.
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
