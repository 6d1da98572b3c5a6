/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} [after] steps that must pass first; names of steps that are not part of this run are
 * ignored
 * @property {boolean} [alone] nothing runs beside it
 * @property {() => Promise<{ counts: Counts, notes?: string | undefined, output?: string | undefined }>} run
 */

/**
 * Runs steps in order, two at a time where possible, and continues when one fails.
 *
 * A step that depends on a failed step is skipped.
 *
 * @param {object} parameters
 * @param {readonly Step[]} parameters.steps
 * @param {(running: readonly string[]) => void} parameters.onChange called with the names of running steps when a step
 * begins or ends
 * @param {(result: { name: string, seconds: number, counts: Counts, notes?: string, output?: string }) => void}
 * parameters.onResult
 * @param {AbortSignal} parameters.signal starts no further steps once aborted
 * @param {number} [parameters.width] maximum number of steps at a time
 * @returns {Promise<Counts>} the sum
 */
export async function runSteps({ steps, onChange, onResult, signal, width = 2 }) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const passed = new Map() // name → whether it passed; has no entry for a step that has not ended
  const waiting = [...steps]
  const running = new Map() // step → promise

  const finish = (step, result) => {
    running.delete(step)
    passed.set(step.name, result.counts.passed > 0 && result.counts.failed === 0)
    for (const key of Object.keys(sum)) sum[key] += result.counts[key]
    onResult({ name: step.name, ...result })
    onChange([...running.keys()].map(({ name }) => name))
  }
  const begin = async (step) => {
    const startedAt = performance.now()
    const result = await step.run().catch((error) => ({ counts: oneFailed, output: error.message }))
    finish(step, { seconds: (performance.now() - startedAt) / 1_000, ...result })
  }

  while (!signal.aborted && waiting.length + running.size > 0) {
    const step = waiting.find((one) => mayBegin({ step: one, waiting, running: [...running.keys()], width }))
    if (!step) {
      await Promise.race(running.values())
      continue
    }
    waiting.splice(waiting.indexOf(step), 1)
    const failed = (step.after ?? []).find((name) => passed.get(name) === false)
    if (failed) {
      finish(step, { seconds: 0, counts: oneSkipped, notes: `not run, because ${failed} failed` })
      continue
    }
    running.set(step, begin(step))
    onChange([...running.keys()].map(({ name }) => name))
  }
  await Promise.all(running.values())
  return sum
}

const oneFailed = { passed: 0, failed: 1, skipped: 0 }
const oneSkipped = { passed: 0, failed: 0, skipped: 1 }

function mayBegin({ step, waiting, running, width }) {
  const isAlone = running.some(({ alone }) => alone) || (step.alone && running.length > 0)
  const open = [...waiting, ...running].map(({ name }) => name)
  return running.length < width && !isAlone && !(step.after ?? []).some((name) => open.includes(name))
}
