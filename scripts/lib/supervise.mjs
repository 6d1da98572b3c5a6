import { startPart } from './startPart.mjs'

const millisecondsBetweenReminders = 15_000

/**
 * Runs programs together until told to stop, or until one of them ends: then the others are stopped too.
 *
 * @param {object} parameters
 * @param {readonly (readonly (Omit<Parameters<typeof startPart>[0], 'onLine'> & { progress: string })[])[]} parameters.waves
 * programs that start together; a wave starts once the one before is ready
 * @param {AbortSignal} parameters.stop ask everything to end
 * @param {AbortSignal} parameters.kill end everything at once
 * @param {(line: string) => void} parameters.write where lines go
 * @param {() => void} parameters.onReady called when every program answers
 * @param {number} [parameters.graceMs] how long a program may take to end
 * @param {number} [parameters.readyMs] how long a program may take to answer
 * @returns {Promise<void>} once every program has ended after `stop`
 * @throws {Error} if a program ends by itself or does not answer in time; every other has ended by then
 */
export async function supervise({ waves, stop, kill, write, onReady, graceMs = 5_000, readyMs = 180_000 }) {
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
          if (isWorthShowing(line)) write(`${part.name.padEnd(width)} │ ${line}`)
        }
        running.push(startPart({ ...part, onLine }))
      }
      failure = await Promise.race([stopped, readiness({ running, write, readyMs })])
      if (failure) break
    }
    if (!failure && !stop.aborted) {
      onReady()
      failure = await Promise.race([stopped, ...running.map(end)])
    }
  } finally {
    await Promise.all(running.map((part) => part.stop({ graceMs })))
  }
  if (failure) throw new Error(sentence(failure))
}

/** Resolves with nothing once all answer, or with the first that ends or takes too long. */
async function readiness({ running, write, readyMs }) {
  const waiting = new Set(running)
  const reminder = setInterval(() => {
    write(`Still waiting for the ${[...waiting].map((part) => part.name).join(' and the ')} …`)
  }, millisecondsBetweenReminders)
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ part: [...waiting][0], seconds: readyMs / 1_000 }), readyMs)
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

/** A program that broke prints its stack, which only says something to whoever mends it. */
function isWorthShowing(line) {
  return process.env.DEBUG === '1' || !/^\s*$|^\s+at /.test(line)
}

async function end(part) {
  return { part, reason: await part.ended }
}

function sentence({ part, reason, seconds, starting }) {
  const { name } = part
  const more = `run LOG_LEVEL=debug npm start -- --only ${name} to see more.`
  if (seconds) return `The ${name} did not answer within ${seconds} seconds: ${more}`
  if (!starting) {
    return `The ${name} stopped (${reason}), so everything else was stopped too: see its last lines above, then start again.`
  }
  const what = `The ${name} stopped while it was starting (${reason}).`
  return part.hasPrinted()
    ? `${what} Its last lines above say why: mend that and start again.`
    : `${what} It printed nothing: ${more}`
}
