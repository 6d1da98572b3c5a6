/**
 * Runs the body of a command and turns its outcome into an exit code.
 *
 * A failure is told in one sentence, never as a stack: whoever runs `npm start` did not write this code.
 * `DEBUG=1` shows the stack.
 *
 * @param {() => Promise<number | void> | number | void} body answers the exit code, 0 if it answers nothing
 *
 * @example
 * await runCommand(async () => {
 *   if (!(await isFree(4400))) throw new Error('Port 4400 is taken.')
 * })
 */
export async function runCommand(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(process.env.DEBUG === '1' ? error : `\n${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
