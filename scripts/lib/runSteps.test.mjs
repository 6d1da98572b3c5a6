import { describe, expect, test } from 'vitest'
import { runSteps } from './runSteps.mjs'

const passed = { counts: { passed: 1, failed: 0, skipped: 0 } }
const failed = { counts: { passed: 0, failed: 1, skipped: 0 }, output: 'why' }

/** Runs the steps and keeps their results. */
async function watch(steps, more) {
  const results = []
  const running = []
  const sum = await runSteps({
    steps,
    signal: new AbortController().signal,
    onChange: (names) => running.push(names.join('+')),
    onResult: ({ name, notes, output }) => results.push([name, notes ?? output ?? 'passed'].join(': ')),
    ...more,
  })
  return { sum, results, running }
}

describe('runSteps', () => {
  test('behavior: goes on after a failure and sums up', async () => {
    const { sum, results } = await watch(
      [
        { name: 'a', run: async () => failed },
        { name: 'b', run: async () => passed },
        { name: 'c', run: () => Promise.reject(new Error('broke')) },
        { name: 'd', run: async () => ({ counts: { passed: 5, failed: 0, skipped: 2 } }) },
      ],
      { width: 1 },
    )
    expect(results).toEqual(['a: why', 'b: passed', 'c: broke', 'd: passed'])
    expect(sum).toEqual({ passed: 6, failed: 2, skipped: 2 })
  })

  test('behavior: a step after one that failed is skipped, and so is what comes after it', async () => {
    const { sum, results } = await watch([
      { name: 'types', run: async () => failed },
      { name: 'build', after: ['types'], run: async () => passed },
      { name: 'size', after: ['build'], run: async () => passed },
      { name: 'unit', run: async () => passed },
    ])
    expect(results.toSorted()).toEqual([
      'build: not run, because types failed',
      'size: not run, because build failed',
      'types: why',
      'unit: passed',
    ])
    expect(sum).toEqual({ passed: 1, failed: 1, skipped: 2 })
  })

  test('param: after does not wait for a step that is not selected', async () => {
    const { results } = await watch([{ name: 'build', after: ['types'], run: async () => passed }])
    expect(results).toEqual(['build: passed'])
  })

  test('param: width, alone', async () => {
    const slow = (name, more) => ({
      name,
      run: () => new Promise((resolve) => setImmediate(() => resolve(passed))),
      ...more,
    })
    const { running } = await watch([slow('a'), slow('b'), slow('c', { alone: true }), slow('d')])
    expect(running.filter((names) => names.includes('c'))).toEqual(['c'])
    expect(running).toContain('a+b')
    expect(running.every((names) => names.split('+').length <= 2)).toBe(true)
  })

  test('param: signal, nothing more begins', async () => {
    const controller = new AbortController()
    const { results } = await watch(
      [
        {
          name: 'a',
          run: async () => {
            controller.abort()
            return passed
          },
        },
        { name: 'b', alone: true, run: async () => passed },
      ],
      { signal: controller.signal },
    )
    expect(results).toEqual(['a: passed'])
  })
})
