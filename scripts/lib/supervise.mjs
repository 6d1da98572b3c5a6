import { startPart } from './startPart.mjs'

const reminderIntervalMs = 15_000

/**
 * Runs programs together until `stop` aborts or one of them ends, in which case the others are stopped too.
 *
 * @param {object} parameters
 * @param {readonly (readonly (Omit<Parameters<typeof startPart>[0], 'onLine'> & { progress: string })[])[]}
 * parameters.waves programs that start together; a wave starts once the previous one is ready
 * @param {AbortSignal} parameters.stop ends all programs with SIGTERM
 * @param {AbortSignal} parameters.kill ends all programs with SIGKILL
 * @param {(line: string) => void} parameters.write prints a line
 * @param {() => void} parameters.onReady called once every program is ready
 * @param {number} [parameters.graceMs] how long a program may take to end before it is killed
 * @param {number} [parameters.readyTimeoutMs] how long a program may take to become ready
 * @returns {Promise<void>} once every program has ended after `stop`
 * @throws {Error} if a program ends by itself or is not ready in time; thrown after all others have ended
 */
export async function supervise({
  waves,
  stop,
  kill,
  write,
  onReady,
  graceMs = 5_000,
  readyTimeoutMs = 180_000,
}) {
  const width = Math.max(...waves.flat().map((part) => part.name.length))
  const running = []
  const stopped = new Promise((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve())
  })
  kill.addEventListener('abort', () => {
    for (const part of running) part.kill()
  })

  let failure
  try {
    for (const wave of waves) {
      if (stop.aborted) return
      for (const part of wave) {
        write(part.progress)
        const onLine = (line) => {
          if (isShown(line)) write(`${part.name.padEnd(width)} │ ${line}`)
        }
        running.push(startPart({ ...part, onLine }))
      }
      failure = await Promise.race([stopped, readiness({ running, write, readyTimeoutMs })])
      if (failure) break
    }
    if (!failure && !stop.aborted) {
      onReady()
      failure = await Promise.race([stopped, ...running.map(end)])
    }
  } finally {
    await Promise.all(running.map((part) => part.stop({ graceMs })))
  }
  if (failure) throw new Error(describeFailure(failure))
}

/** Resolves with undefined once all are ready, or with the failure of the first that ends or is late. */
async function readiness({ running, write, readyTimeoutMs }) {
  const waiting = new Set(running)
  const reminder = setInterval(() => {
    write(`Still waiting for the ${[...waiting].map((part) => part.name).join(' and the ')} …`)
  }, reminderIntervalMs)
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(
      () => resolve({ part: [...waiting][0], seconds: readyTimeoutMs / 1_000 }),
      readyTimeoutMs,
    )
  })
  const allReady = Promise.all(
    running.map(async (part) => {
      await part.ready
      waiting.delete(part)
    }),
  )
  try {
    const ends = running.map(async (part) => ({ ...(await end(part)), starting: waiting.has(part) }))
    return await Promise.race([late, ...ends, allReady.then(() => undefined)])
  } finally {
    clearInterval(reminder)
    clearTimeout(timer)
  }
}

/** Hides stack traces and empty lines, unless DEBUG=1. */
function isShown(line) {
  return process.env.DEBUG === '1' || !/^\s*$|^\s+at /.test(line)
}

async function end(part) {
  return { part, reason: await part.ended }
}

function describeFailure({ part, reason, seconds, starting }) {
  const { name } = part
  const more = `run LOG_LEVEL=debug npm start -- --only ${name} to see more.`
  if (seconds) return `The ${name} was not ready within ${seconds} seconds: ${more}`
  if (!starting) {
    return `The ${name} stopped (${reason}), so everything else was stopped too: see its last lines above, then start again.`
  }
  const what = `The ${name} stopped while it was starting (${reason}).`
  return part.hasPrinted()
    ? `${what} Its last lines above say why: fix that and start again.`
    : `${what} It printed nothing: ${more}`
}
